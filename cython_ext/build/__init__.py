"""From C to a library that can be trusted: compilers, the cache, the trial against the reference machine."""
