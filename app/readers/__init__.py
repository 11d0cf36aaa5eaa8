"""Files to documents, one at a time. Read `reading` first, then `kinds`."""

from app.readers.reading import Bookmark, read_item
from app.readers.sources import SourcePlan, plan_source, work_items

__all__ = ["Bookmark", "SourcePlan", "plan_source", "read_item", "work_items"]
