"""From a question to its answer: choosing an engine, running several together, checking what they report."""
