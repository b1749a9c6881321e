"""How reports on rules are written: text, HTML, SARIF, annotations for GitHub."""
