"""The names of classes, functions and variables, and the length of lines: what the glossary asks of code.

Leftovers are counted by package in `words_left.json`, as in `test_words.py`; the counts may only fall.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.shape.test_words import PACKAGES, ROOT, WORDS_OF_FORMS, compare

ROOMS = (*PACKAGES, "tests", "bench")
LONGEST_LINE = 120
PUBLIC_FACES = {"Game", "Move", "State"}
"""Classes of `import regelwerk` that wrap what has the same name below; users and the glossary have one word for both.
"""
CATCH_ALL = {"each", "found", "told"}
PRONOUNS = {
    "each",
    "other",
    "same",
    "either",
    "everything",
    "something",
    "nothing",
    "anybody",
    "somebody",
    "everybody",
    "nobody",
}
PARTICIPLES = """
    been begun bought bred broken brought built caught chosen come dealt done drawn driven eaten fallen fed felt forgotten fought found
    frozen given gone gotten grown heard held hidden kept known laid left lent lost made meant met paid reached risen said seen sent
    shown shrunk sold sought spent spoken stolen struck stuck sunk swept taken taught thought thrown told torn understood undone unseen
    untold withdrawn won worn wound woven written
    asker came knew ran stood teller went
"""
"""Those that do not end in `ed` and are not verbs or nouns as well; then what else stood in their place."""
NOT_PARTICIPLES = {"bed", "embed", "exceed", "feed", "indeed", "need", "proceed", "red", "seed", "speed", "succeed"}
NOUNS_IN_ING = """
    Counting Deepening Drawing Encoding Ending Finding Grounding Heading Lowering Merging Numbering Offering Ordering Packing Pricing
    Ranking Reading Rendering Setting String Unrolling Wording
"""

Definition = ast.FunctionDef | ast.AsyncFunctionDef


def test_public_class_names_are_unique() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for package in PACKAGES:
        for path, tree in modules(package):
            for name in public_classes(tree):
                places[name].append(path)
    twice = {name: paths for name, paths in places.items() if len(paths) > 1 and name not in PUBLIC_FACES}
    assert twice == {}


def test_public_faces_are_all_needed() -> None:
    names = Counter(name for package in PACKAGES for _, tree in modules(package) for name in public_classes(tree))
    assert {name for name in PUBLIC_FACES if names[name] == 2} == PUBLIC_FACES


def test_class_names_end_in_a_noun(request: pytest.FixtureRequest) -> None:
    compare("class names that are no nouns", counts(PACKAGES, classes_without_a_noun), request)


def test_functions_do_not_begin_with_a_participle(request: pytest.FixtureRequest) -> None:
    compare("functions that begin with a participle", counts(PACKAGES, participle_functions), request)


def test_variables_say_what_they_are(request: pytest.FixtureRequest) -> None:
    compare("catch-all variables", counts(PACKAGES, catch_all_variables), request)


def test_lines_are_short(request: pytest.FixtureRequest) -> None:
    compare("long lines", {room: {"lines": count} for room in ROOMS if (count := long_lines(room))}, request)


def test_what_counts_as_a_participle() -> None:
    assert all(map(is_participle, ("found", "told", "counted", "taken", "each", "written")))
    assert not any(map(is_participle, ("find", "need", "seed", "bound", "read", "split", "set", "moves", "is")))


def test_every_kind_of_name_is_seen() -> None:
    tree = ast.parse(
        "class Told:\n    def found(self, each): ...\n    @property\n    def kept(self): ...\nfor told in (): ...\n"
    )
    assert list(classes_without_a_noun("a.py", tree)) == ["Told"]
    assert list(participle_functions("a.py", tree)) == ["found"]
    assert sorted(catch_all_variables("a.py", tree)) == ["each", "told"]
    assert list(classes_without_a_noun("rules_dsl/ir/nodes/a.py", tree)) == []


def is_participle(word: str) -> bool:
    """Is this a past participle, or a pronoun, and not a verb or a noun as well?"""
    return word in PARTICIPLES.split() or word in PRONOUNS or (word.endswith("ed") and word not in NOT_PARTICIPLES)


def classes_without_a_noun(path: str, tree: ast.Module) -> Iterator[str]:
    """Classes whose last word is a participle, a pronoun or a verb in -ing."""
    if path.startswith(WORDS_OF_FORMS):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            last = re.findall(r"[A-Z][a-z0-9]*", node.name)[-1]
            if is_participle(last.lower()) or (last.endswith("ing") and last not in NOUNS_IN_ING.split()):
                yield node.name


def participle_functions(_path: str, tree: ast.Module) -> Iterator[str]:
    """First words of functions and methods that are participles; properties are named by what they are."""
    for node in ast.walk(tree):
        if isinstance(node, Definition) and not any(
            "property" in ast.dump(decorator) for decorator in node.decorator_list
        ):
            first = node.name.strip("_").split("_")[0]
            if is_participle(first):
                yield first


def catch_all_variables(_path: str, tree: ast.Module) -> Iterator[str]:
    """Parameters and variables that are named for no more than their place in a sentence."""
    for node in ast.walk(tree):
        match node:
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) if name in CATCH_ALL:
                yield name
            case ast.MatchAs(name=str(name)) if name in CATCH_ALL:
                yield name


def counts(packages: tuple[str, ...], look: Callable[[str, ast.Module], Iterator[str]]) -> dict[str, dict[str, int]]:
    """How often each word is found in a package."""
    counters = {
        package: Counter(word for path, tree in modules(package) for word in look(path, tree)) for package in packages
    }
    return {package: dict(sorted(words.items())) for package, words in counters.items() if words}


def modules(room: str) -> Iterator[tuple[str, ast.Module]]:
    """The modules of a package by path."""
    for path in sorted((ROOT / room).rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text("utf-8"))


def public_classes(tree: ast.Module) -> Iterator[str]:
    """Classes at the top of a module without a leading underscore."""
    return (node.name for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_"))


def long_lines(room: str) -> int:
    """How many lines of a package are too long."""
    texts = (path.read_text("utf-8") for path in Path(ROOT / room).rglob("*.py"))
    return sum(len(line) > LONGEST_LINE for text in texts for line in text.splitlines())
