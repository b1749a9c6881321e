"""From a question to its answer: which engine searches, alone or with others, and what becomes of what it says."""
