"""The documentation as a site: the same Markdown, with search, the games to play, and the API from its docstrings."""
