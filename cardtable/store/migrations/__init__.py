"""The schema, step by step. A step that has been released never changes. `migrating` carries them out."""
