//! The production static server and the development server.
