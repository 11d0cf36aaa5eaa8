"""Optional feature: training and classifying on a Dask cluster. Read `training` first."""
