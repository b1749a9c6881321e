"""The web server for this computer: the library, the opened folder, and rules that are edited beside their board."""
