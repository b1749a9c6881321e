"""What a search is asked and what it says: the contract between engines and whoever calls them."""
