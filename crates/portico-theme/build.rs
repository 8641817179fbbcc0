//! Stops with a remedy when the frontend has not been built.

fn main() {
    let manifest = "../../web/dist/manifest.json";
    println!("cargo::rerun-if-changed=../../web/dist");
    if !std::path::Path::new(manifest).exists() {
        println!(
            "cargo::error=the frontend is not built: run `cargo xtask start` (or `npm ci && npm run build` in web/)"
        );
    }
}
