//! What the linker is told.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_ARCH").as_deref() != Ok("wasm32") {
        return;
    }
    // The shadow stack is at the start of the memory, so that an overflow traps instead of overwriting data.
    println!("cargo::rustc-link-arg-cdylib=--stack-first");
    println!("cargo::rustc-link-arg-cdylib=-zstack-size={}", 1 << 20);
}
