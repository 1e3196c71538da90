"""Signs people in and keeps them signed in."""
