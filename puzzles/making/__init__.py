"""Making puzzles: positions from plays and boards, weighed over all that can follow, kept when one move is the only best one."""
