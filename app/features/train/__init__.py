"""The Train page: recipes, training and the automatic choice. Read `training` first."""
