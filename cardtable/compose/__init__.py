"""The one place that wires the layers together: what the command line starts."""
