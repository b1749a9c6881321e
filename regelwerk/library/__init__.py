"""What lists and pages say of the games of the library: one description of each, from its rules and its README."""
