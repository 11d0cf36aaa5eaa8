"""The Lessons page: the lessons of a course on naive Bayes, with exercises. Read `model` first, then `page`."""
