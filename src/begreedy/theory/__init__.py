"""The paper's theorems as numbers."""
