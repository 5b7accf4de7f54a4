"""Mail and HTTP that leave the server, and their texts."""
