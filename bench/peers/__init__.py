"""One file for each peer.

It has `missing()`, which is empty or says why the peer cannot be measured here, and `measure(task)`, a Figure or None
for a task it does not know.
"""
