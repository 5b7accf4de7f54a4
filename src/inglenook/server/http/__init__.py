"""What every HTTP handler needs: responses, limits, cookies and headers."""
