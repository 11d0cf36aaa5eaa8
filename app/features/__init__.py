"""One folder for each thing a person does. A folder holds its use cases, view model, widgets and command."""
