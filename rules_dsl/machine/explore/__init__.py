"""Every position of a game, breadth first: counts, depths and claims."""

from rules_dsl.machine.explore.claims import ClaimFinding as ClaimFinding
from rules_dsl.machine.explore.exploring import ExplorationResult as ExplorationResult
from rules_dsl.machine.explore.exploring import PlayFailure as PlayFailure
from rules_dsl.machine.explore.exploring import explore as explore
from rules_dsl.machine.explore.search import ExploreLimits as ExploreLimits
