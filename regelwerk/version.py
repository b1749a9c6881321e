"""The version of Regelwerk."""

VERSION = "0.1.0"
