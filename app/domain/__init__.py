"""Words of the trade: records, errors and jobs. Standard library only."""
