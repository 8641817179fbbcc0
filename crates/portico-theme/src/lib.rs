//! The built frontend as bytes: prerender bundle, browser assets and their manifest.
