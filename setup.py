"""Building: what pyproject.toml says."""

from setuptools import setup

setup()
