"""Sweep: one metric over the ranges of two settings.

`publish` and `actions` are modules of their own, since the session imports this package.
"""
