"""What is kept beyond one run, behind `table.keeping.Store`: in memory, or in a database.

Importing this package loads nothing heavy: `opening` does, when something is really kept.
"""
