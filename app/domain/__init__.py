"""Words of the trade: records, errors, jobs and sentences, by the standard library alone. Read `documents` first, then
`records`."""
