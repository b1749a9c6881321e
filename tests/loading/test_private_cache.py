"""Values kept between processes: made once, made again when damaged, and never in the way."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from rules_dsl import private_cache
from rules_dsl.private_cache import MOST_KEPT, SUFFIX, clear_cached, read_or_make


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REGELWERK_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def _made_again(key: str = "a") -> bool:
    calls: list[str] = []

    def make() -> bytes:
        calls.append(key)
        return f"value {key}".encode()

    assert read_or_make("things", key, make) == f"value {key}".encode()
    return bool(calls)


def test_a_value_is_made_once_in_a_folder_of_the_owner(root: Path) -> None:
    assert _made_again()
    assert not _made_again()
    assert stat.S_IMODE((root / "things").stat().st_mode) == 0o700


@pytest.mark.parametrize("damage", [b"", b"short", b"\0" * 400])
def test_a_damaged_file_is_made_again(root: Path, damage: bytes) -> None:
    _made_again()
    (root / "things" / f"a{SUFFIX}").write_bytes(damage)
    assert _made_again() and not _made_again()


def test_bytes_that_changed_are_never_used(root: Path) -> None:
    _made_again()
    path = root / "things" / f"a{SUFFIX}"
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    assert _made_again()


def test_what_others_have_written_is_never_used(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _made_again()
    monkeypatch.setattr(private_cache, "_is_ours", lambda path: path.suffix != SUFFIX)
    assert _made_again()


def test_where_nothing_can_be_written_values_are_made_each_time(root: Path) -> None:
    root.write_text("in the way")
    assert _made_again() and _made_again()


def test_only_the_newest_few_are_kept_and_clearing_removes_them(root: Path) -> None:
    for number in range(MOST_KEPT + 3):
        _made_again(f"key{number}")
    assert len(list((root / "things").iterdir())) == MOST_KEPT
    clear_cached("things")
    assert not list((root / "things").iterdir())
