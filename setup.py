"""Building: what pyproject.toml says, the pages for `explain` and `help` put beside the code, the kernels in Cython, and in a wheel the games of the library compiled.

Without Cython, a compiler or Python's headers the kernels are left out and the rules are played by generated Python; REGELWERK_REQUIRE_NATIVE=1 makes that an error.
"""

import os
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

KERNELS = ("_kernel", "_explorer", "_minimax", "_adapting", "_expecting", "_trying", "_distances", "_steps", "_highest", "_beam", "_guided", "_layers")
EXACT = ["-ffp-contract=off"]
"""Each operation on its own is rounded as IEEE 754 says; bounds on rounding errors rest on that."""
DIRECTIVES = {"language_level": 3, "boundscheck": False, "wraparound": False, "cdivision": True, "initializedcheck": False}


class BuildWithPages(build_py):
    """Copies `docs/errors` and `docs/language` into the wheel."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            for name in ("errors", "language"):
                target = Path(self.build_lib) / "rules_dsl/pages" / name
                shutil.copytree(Path("docs") / name, target, dirs_exist_ok=True)
            self.compile_games()

    def compile_games(self) -> None:
        """Compile the games of the library as they stand in the wheel, so that they can be played without a compiler."""
        sys.path.insert(0, str(Path(self.build_lib).resolve()))
        from cython_ext.build.shipping import ship_library

        for reason in ship_library(Path(self.build_lib) / "cython_ext" / "shipped"):
            if os.environ.get("REGELWERK_REQUIRE_NATIVE") == "1":
                raise SystemExit(reason)
            print(f"not compiled: {reason}")


def kernels() -> list[Extension]:
    """The extension modules; none where Cython is missing and nobody requires them."""
    required = os.environ.get("REGELWERK_REQUIRE_NATIVE") == "1"
    try:
        from Cython.Build import cythonize
    except ImportError:
        if required:
            raise
        return []
    headers = [str(path) for path in sorted(Path("cython_ext").glob("*/*.h"))]
    extensions = [
        Extension(
            f"cython_ext.kernels.{name}", [f"cython_ext/kernels/{name}.pyx"], include_dirs=["cython_ext"], depends=headers, extra_compile_args=EXACT,
            optional=not required,
        )
        for name in KERNELS
    ]  # fmt: skip
    return cythonize(extensions, compiler_directives=DIRECTIVES, language_level=3)


setup(cmdclass={"build_py": BuildWithPages}, ext_modules=kernels())
