"""A game → WebAssembly: the same C as everywhere, compiled by the `ziglang` wheel."""

from __future__ import annotations

import hashlib
import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

from cython_ext.build.compiling import RUNTIME
from cython_ext.build.folder import folder, put
from cython_ext.emit.unit import translate
from cython_ext.emit.unsupported import UnsupportedConstruct
from rules_dsl.ir import nodes as ir

HERE = Path(__file__).resolve().parent
SECONDS = 180
TARGET = ("-target", "wasm32-wasi", "-mexec-model=reactor", "-std=gnu11", "-Oz", "-fno-sanitize=all", "-w")
LINKING = ("-Wl,--strip-all", "-Wl,-z,stack-size=1048576")
KEPT = ".wasm"
SEARCHES = ("search.c", "tree.c")
"""What is compiled with a game: a search for hints, and one for opponents."""


class NoWebAssembly(Exception):
    """There is no WebAssembly of a game; says why."""


def compile_page(game: ir.Game) -> bytes:
    """The WebAssembly of a game, out of the cache if it was compiled before; raises NoWebAssembly."""
    translation = translate(game)
    if isinstance(translation, UnsupportedConstruct):
        raise NoWebAssembly(str(translation))
    if importlib.util.find_spec("ziglang") is None:
        raise NoWebAssembly("there is no ziglang (pip install 'regelwerk[zig]' brings it)")
    source = "\n".join([translation.source, *[(HERE / name).read_text("utf-8") for name in SEARCHES]])
    kept = folder() / f"{_key(source)}{KEPT}"
    if not kept.is_file():
        put(kept, _compile_module(source))
    return kept.read_bytes()


def _key(source: str) -> str:
    """What is different as soon as another module would come out."""
    headers = b"".join(path.read_bytes() for path in sorted(RUNTIME.glob("*.h")))
    version = str(importlib.util.find_spec("ziglang"))
    return hashlib.sha256("\0".join([source, version, *TARGET, *LINKING]).encode() + headers).hexdigest()[:40]


def _compile_module(source: str) -> bytes:
    with tempfile.TemporaryDirectory(prefix="regelwerk-") as work:
        written, module = Path(work) / "search.c", Path(work) / "page.wasm"
        written.write_text(source, "utf-8")
        command = [sys.executable, "-m", "ziglang", "cc", *TARGET, *LINKING, f"-I{RUNTIME}", "-o", str(module), str(written)]
        try:
            said = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NoWebAssembly(f"ziglang did not finish: {error!s:.200}") from None
        if said.returncode != 0:
            raise NoWebAssembly(f"ziglang failed: {said.stderr.strip()[:400]}")
        return module.read_bytes()
