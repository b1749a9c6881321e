"""Building: what pyproject.toml says, and the pages for `explain` and `help` put beside the code."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithPages(build_py):
    """Copies `docs/errors` and `docs/language` into the wheel."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            for name in ("errors", "language"):
                target = Path(self.build_lib) / "rules_dsl/pages" / name
                shutil.copytree(Path("docs") / name, target, dirs_exist_ok=True)


setup(cmdclass={"build_py": BuildWithPages})
