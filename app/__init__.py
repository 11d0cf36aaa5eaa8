"""Bayleaf, the program: readers, workspace, services, window and command line around nbengine.

To follow one mail through it, read `readers.reading`, `services.library.importing`, `services.training.training`,
`services.judging.classifying` and `pages.classify.model`, in this order.
"""
