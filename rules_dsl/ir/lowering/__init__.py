"""From the typed IR to core: what folds, walks, conversions, builtins and settling do, said once."""
