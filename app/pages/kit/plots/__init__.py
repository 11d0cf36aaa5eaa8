"""Plots and painted sums: points, curves, bars, waterfalls, fractions. Read `line_plot` first."""
