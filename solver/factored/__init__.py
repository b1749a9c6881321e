"""Games taken apart into slots and steps, and bounds from what is left when slots are forgotten."""
