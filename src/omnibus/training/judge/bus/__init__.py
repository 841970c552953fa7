"""The judge of Bus learns to judge positions between two rounds."""
