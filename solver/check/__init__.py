"""Questions about a rulebook, one per module.

They are answered by visiting all positions where these are few, and by proof otherwise.
"""
