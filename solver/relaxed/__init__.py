"""Games relaxed by hand into models of whole rounds: which spaces are used, not in which order. What a model cannot surpass, no play surpasses.

A model is a plug-in: a folder with its parts, and `evidence.json`, which binds it to the digests of the rules it was tested on.
"""

from __future__ import annotations

METHOD = "whole rounds by SCIP, lines by nested random plays"
