"""Why an answer may be believed: second opinions, refutation by random plays, proofs of the author's bounds."""
