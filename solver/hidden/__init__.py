"""Games with hidden information: information sets, mixed strategies and their values."""
