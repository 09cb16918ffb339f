"""Builds the shared library from the C sources around this folder and packs it.

Not here: what the package is (pyproject.toml). Meson and Ninja do the building, in .cache/python of
the repository, so that a second installation only compiles what has changed.
"""
import pathlib
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / ".cache" / "python"
LIBRARY = BUILD / "src" / "binding" / "libcanasta.so"
OPTIONS = ["-Dpython=true", "--buildtype=release", "-Db_lto=true"]


def build_library():
    if not (BUILD / "build.ninja").exists():
        shutil.rmtree(BUILD, ignore_errors=True)
        subprocess.run(["meson", "setup", str(BUILD), str(ROOT), *OPTIONS], check=True)
    subprocess.run(["ninja", "-C", str(BUILD)], check=True)


class BuildWithLibrary(build_py):
    def run(self):
        build_library()
        super().run()
        target = pathlib.Path(self.build_lib) / "canasta"
        target.mkdir(parents=True, exist_ok=True)
        shutil.copy2(LIBRARY, target / LIBRARY.name)


class WithLibrary(Distribution):
    """The package is for one kind of machine, though it has no module in C."""

    def has_ext_modules(self):
        return True


setup(cmdclass={"build_py": BuildWithLibrary}, distclass=WithLibrary)
