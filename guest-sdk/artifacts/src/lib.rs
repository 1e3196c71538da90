//! The built guests.
