"""OCR: render pages without text, and recognise their text by Tesseract or RapidOCR if one of them is installed.

Read `page_reading` first, then `recognisers`, which chooses a recogniser, and `pictures`, which makes PDF pages of
picture files.
"""
