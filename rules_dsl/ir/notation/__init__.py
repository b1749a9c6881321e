"""The text form of the IR, read and written from the dataclasses of its nodes.

A new node or field needs nothing here.
"""
