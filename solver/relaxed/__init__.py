"""Hand-written relaxations of games to whole rounds: which spaces are used, not in which order.

The optimum of a relaxation is an upper bound. Each relaxation is a plug-in: a folder with its parts and
`evidence.json`, which binds it to the digests of the rules it was tested with.
"""

from __future__ import annotations

METHOD = "whole rounds by SCIP, lines by nested random plays"
