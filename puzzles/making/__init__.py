"""Makes puzzles: positions from plays and boards, evaluated exhaustively, kept if one move is uniquely best."""
