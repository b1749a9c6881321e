"""Imports OR-Tools for everybody and refuses versions with known wrong answers."""

from solver.ortools.version import insist, read_version

insist(read_version())

from ortools.math_opt import model_pb2  # noqa: E402
from ortools.sat.python import cp_model  # noqa: E402
from ortools.sat.python.cp_model import FlatIntExpr  # noqa: E402

__all__ = ["FlatIntExpr", "cp_model", "model_pb2"]
