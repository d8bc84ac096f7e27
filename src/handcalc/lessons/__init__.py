"""Lessons: one file each, from a tape to a document. They see the engine and no format."""
