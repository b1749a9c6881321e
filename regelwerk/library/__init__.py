"""What there is to know of the games of the library, for lists and pages: one description of each, from its rules and its README."""
