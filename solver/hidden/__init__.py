"""Games in which not everybody sees everything: information sets, mixed strategies, and what they are worth."""
