"""What comes out: results, proofs, findings and pages, in words and as data."""
