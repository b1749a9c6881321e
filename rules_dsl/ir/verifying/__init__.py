"""What a well-formed game of the IR is, part by part."""
