"""Reports: results, proofs, findings and pages, as text and data."""
