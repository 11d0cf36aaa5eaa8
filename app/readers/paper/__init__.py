"""OCR: pages without text are rendered and recognised by an installed program or package.

Start with `page_reading`. `recognisers` chooses the recogniser, `pictures` makes PDF pages of picture files.
"""
