"""Files to documents, one at a time. Read `reading` first, then `kinds`."""

from app.readers.reading import read_item
from app.readers.reading_positions import Bookmark
from app.readers.source_planning import SourcePlan, plan_source, work_items

__all__ = ["Bookmark", "SourcePlan", "plan_source", "read_item", "work_items"]
