"""The table of folds, and the rooms that give each of its kinds a meaning."""

from __future__ import annotations

from rules_dsl.ir import evaluate_folds
from rules_dsl.ir.folds import FOLD_KINDS, FOLDS
from rules_dsl.ir.lowering import folds as lowered_folds


def test_every_kind_has_a_row_and_a_meaning() -> None:
    assert set(FOLDS) == set(FOLD_KINDS) == set(evaluate_folds.KINDS) == set(lowered_folds.KINDS)
