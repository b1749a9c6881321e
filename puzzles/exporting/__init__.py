"""Exports of collections."""
