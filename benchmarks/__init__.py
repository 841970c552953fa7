"""What things cost: each program here measures something and tells it."""
