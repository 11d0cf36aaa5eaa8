"""The Bayleaf program: readers, workspace, window and command line around nbengine.

To follow one mail through the program, read `readers.reading`, `library.importing`, `features.train.training`,
`library.classifying` and `features.classify.view_model`, in this order.
"""
