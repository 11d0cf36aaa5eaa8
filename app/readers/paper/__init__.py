"""Paper: pages without text are rendered, and a recogniser that is installed reads them.

Begin with `page_reading`; `recognisers` says which program or package reads, `pictures` makes pages of picture files.
"""
