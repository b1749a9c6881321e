"""Pages in which people play: one HTML file with the rules as data, the game compiled to WebAssembly, and what is to be
shown.
"""
