"""Games factored into slots and steps, and bounds by abstraction."""
