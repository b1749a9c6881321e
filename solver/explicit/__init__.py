"""Engines that search states one by one, on any machine."""
