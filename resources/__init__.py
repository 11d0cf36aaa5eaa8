"""Files that travel with the program: icons, translations, samples and help."""
