"""The screens: each takes plain values and links, and sends commands."""
