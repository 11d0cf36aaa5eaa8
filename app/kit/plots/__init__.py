"""Plots: curves, bars, scatter plots and waterfalls. Start reading at `line_plot`."""
