"""Pages of HTML as people see them.

Read `page_walking` first, the walk, then `element_styles`, `computed_styles` and `style_sheets`.
"""
