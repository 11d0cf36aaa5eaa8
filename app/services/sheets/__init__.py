"""A verdict derived step by step, on paper, in a window or in a spreadsheet. Read `working_sheet` first."""
