"""Best lines of play: questions, engines that search, and answers that say how sure they are."""
