"""Ultimate Railroads alone against Emil, a round at a time.

Each file is a part of the game; `model.py` puts them together and says what is left out.
"""
