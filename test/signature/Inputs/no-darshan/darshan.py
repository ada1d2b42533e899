"""As if there were no PyDarshan."""

raise ImportError("no module")
