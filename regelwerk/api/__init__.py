"""What programs use: games, states, moves, searches."""
