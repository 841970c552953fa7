"""The judge of Terminus learns to judge positions in a round and between two of them."""
