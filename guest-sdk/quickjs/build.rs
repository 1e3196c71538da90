//! What the linker is told.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_ARCH").as_deref() != Ok("wasm32") {
        return;
    }
    // The shadow stack is at the start of the memory, so that an overflow traps instead of overwriting data.
    println!("cargo::rustc-link-arg-cdylib=--stack-first");
    println!("cargo::rustc-link-arg-cdylib=-zstack-size={}", 8 << 20);
    // The C library knows UTC alone: the run's time zone is in src/clock.rs.
    println!("cargo::rustc-link-arg-cdylib=--wrap=localtime_r");
    // Freed memory costs the snapshot nothing: src/memory.rs.
    println!("cargo::rustc-link-arg-cdylib=--wrap=free");
}
