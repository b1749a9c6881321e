"""OR-Tools, imported here for all who use it: a version that gives wrong answers is refused before any question is put to it."""

from solver.ortools.version import insist, read_version

insist(read_version())

from ortools.math_opt import model_pb2  # noqa: E402
from ortools.sat.python import cp_model  # noqa: E402
from ortools.sat.python.cp_model import FlatIntExpr  # noqa: E402

__all__ = ["FlatIntExpr", "cp_model", "model_pb2"]
