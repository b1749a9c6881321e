"""Engines that go through positions one by one, on whatever machine they are given."""
