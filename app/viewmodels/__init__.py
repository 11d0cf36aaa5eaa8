"""One view-model per page: a frozen state and the commands that change it. QtCore only."""
