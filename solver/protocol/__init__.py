"""The contract between engines and their callers: questions, contexts, events and answers."""
