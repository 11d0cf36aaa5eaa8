"""OCR: pages without text are rendered and recognised by an installed program or package.

Read `page_reading` first, then `recognisers`, which chooses a recogniser, and `pictures`, which makes PDF pages of
picture files.
"""
