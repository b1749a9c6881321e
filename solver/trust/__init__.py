"""Reasons to believe an answer: second opinions, refutation by random plays, proofs of the author's bounds."""
