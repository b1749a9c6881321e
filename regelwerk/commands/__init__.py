"""One module per command; each imports what is heavy when it runs, so that `--help` is quick."""
