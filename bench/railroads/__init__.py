"""The headline: best games against Emil, what can be proved of their ends, and games of a searcher that tries moves, on
the page games/ultimate_railroads/BEST.md.
"""
