"""Plots: curves, bars, scatter plots and waterfalls. Read `line_plot` first."""
