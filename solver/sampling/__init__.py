"""What cannot be worked out is tried: policies, what they are worth on decks drawn at random, and what nobody can surpass."""
