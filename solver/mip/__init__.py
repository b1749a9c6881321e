"""Models of whole numbers by linear programming: SCIP, which comes with OR-Tools, works on the models that are written
for CP-SAT.

Where points grow with what was reached before, its cuts and its branching bring bounds down much faster than CP-SAT
does. It reckons in floating point: what it calls impossible is an opinion, however many settings say so. HiGHS, on rows
made from the terms of the rules (`term_rows.py`), gives a second opinion on what others say (`plays.py`).
"""
