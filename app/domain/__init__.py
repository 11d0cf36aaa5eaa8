"""Types that all layers share: records, errors, job contexts and message texts. It imports the standard library only.

Read `documents` first, then `records`.
"""

VERSION = "0.1.0"
"""Version of the program. A test checks that pyproject.toml has the same."""
