"""bayleaf-imap against real servers, a proxy that breaks connections, and a server that answers wrongly."""
