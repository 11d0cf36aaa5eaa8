"""Read files and return their documents, one file at a time. Start with `reading`, then `kinds`."""

from app.readers.reading import Bookmark, read_item
from app.readers.sources import SourcePlan, plan_source, work_items

__all__ = ["Bookmark", "SourcePlan", "plan_source", "read_item", "work_items"]
