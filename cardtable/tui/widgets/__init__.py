"""Widgets that paint themselves line by line."""
