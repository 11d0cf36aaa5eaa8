"""The Lessons page: the lessons of a course on naive Bayes, with exercises. Read `view_model` first, then `page`."""
