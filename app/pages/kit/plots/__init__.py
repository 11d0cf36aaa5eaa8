"""Plots and painted sums: points, curves, bars, waterfalls, fractions. Read `plot` first."""
