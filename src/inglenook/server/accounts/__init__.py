"""People: profiles, devices, passkeys, recovery codes and mail codes."""
