"""Questions a rulebook is asked: each module one question, answered over all positions where they are few, by proof where they are many."""
