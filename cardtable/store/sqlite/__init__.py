"""All that is true of SQLite alone: its settings, its faults, its files."""
