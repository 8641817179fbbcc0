#![no_main]

// Without the hook that ends the process at any panic: those of libraries are caught.
libfuzzer_sys::fuzz_target!(init: drop(std::panic::take_hook()), |data: &[u8]| portico_fuzz::markdown(data));
