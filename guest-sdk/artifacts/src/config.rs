//! The engine settings that compiled code depends on. The build script includes this file too, so that what it compiles
//! is exactly what the library loads.

use wasmtime::{Config, OperatorCost, OptLevel, VariableOperatorCost, WasmFeatures};

/// The settings under which the guests were compiled. A host may add what does not change the code (allocation strategy,
/// stack sizes), nothing else: wasmtime refuses code that was compiled under other settings.
///
/// - Fuel and epochs are both on: fuel is the run's budget of work, epochs are how a run gives its thread back.
/// - Only the Wasm features that the guests use. What is off cannot be attacked.
/// - Guard pages, bounds checks and Spectre mitigations stay as wasmtime sets them.
pub fn engine_config() -> Config {
    let mut config = Config::new();
    config
        .consume_fuel(true)
        .operator_cost(operator_cost())
        .epoch_interruption(true)
        .cranelift_opt_level(OptLevel::Speed)
        .cranelift_nan_canonicalization(false)
        .wasm_backtrace_max_frames(std::num::NonZeroUsize::new(64));
    for feature in UNUSED_FEATURES {
        config.wasm_features(*feature, false);
    }
    for feature in USED_FEATURES {
        config.wasm_features(*feature, true);
    }
    config
}

/// What the guests are compiled with (the flags are in `guest-sdk/build`).
const USED_FEATURES: &[WasmFeatures] = &[
    WasmFeatures::BULK_MEMORY,
    WasmFeatures::MULTI_VALUE,
    WasmFeatures::MUTABLE_GLOBAL,
    WasmFeatures::REFERENCE_TYPES,
    WasmFeatures::SATURATING_FLOAT_TO_INT,
    WasmFeatures::SIGN_EXTENSION,
    WasmFeatures::SIMD,
];

/// What wasmtime would accept as well.
const UNUSED_FEATURES: &[WasmFeatures] = &[
    WasmFeatures::COMPONENT_MODEL,
    WasmFeatures::CUSTOM_PAGE_SIZES,
    WasmFeatures::EXCEPTIONS,
    WasmFeatures::EXTENDED_CONST,
    WasmFeatures::FUNCTION_REFERENCES,
    WasmFeatures::GC,
    WasmFeatures::MEMORY64,
    WasmFeatures::MULTI_MEMORY,
    WasmFeatures::RELAXED_SIMD,
    WasmFeatures::SHARED_EVERYTHING_THREADS,
    WasmFeatures::STACK_SWITCHING,
    WasmFeatures::TAIL_CALL,
    WasmFeatures::THREADS,
    WasmFeatures::WIDE_ARITHMETIC,
];

/// One unit of fuel per operator, as wasmtime's own table has it, and one per byte or element of a bulk operation: a
/// single `memory.fill` of 50 MB is not one step. Stated here, because a default may change with a release.
fn operator_cost() -> OperatorCost {
    OperatorCost {
        variable: VariableOperatorCost {
            memory_copy_per_byte: 1,
            memory_fill_per_byte: 1,
            memory_init_per_byte: 1,
            // A page that was grown is zeroed by the host when it is first touched.
            memory_grow_per_page: 255,
            table_copy_per_element: 1,
            table_fill_per_element: 1,
            table_init_per_element: 1,
            table_grow_per_element: 1,
            ..VariableOperatorCost::new()
        },
        ..OperatorCost::new()
    }
}
