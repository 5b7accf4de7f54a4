"""Running a server: processes, logs, backups and checks."""
