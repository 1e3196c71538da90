//! What kind of object a value is, by its internal slots: nothing here asks the object itself.

use std::cell::RefCell;

use boa_engine::builtins::async_generator::AsyncGenerator;
use boa_engine::builtins::date::Date;
use boa_engine::builtins::error::Error;
use boa_engine::builtins::generator::Generator;
use boa_engine::builtins::promise::Promise;
use boa_engine::builtins::proxy::Proxy;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::{
    JsArray, JsArrayBuffer, JsDataView, JsFunction, JsMap, JsMapIterator, JsSet, JsSetIterator, JsSharedArrayBuffer,
    JsTypedArray, JsWeakMap, JsWeakSet,
};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsBigInt, JsResult, JsString, JsSymbol, JsValue, js_string};

/// Declares the kinds with the names that `host.className` gives them.
macro_rules! kinds {
    ($($name:ident),+ $(,)?) => {
        /// The internal brand of an object.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Kind { $($name),+ }

        impl Kind {
            /// Its name; typed arrays are ordinary objects to the prelude, which tells them apart itself.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Self::$name => if matches!(self, Self::TypedArray) { "Object" } else { stringify!($name) }),+
                }
            }
        }
    };
}

kinds! {
    Object, Function, Map, Set, WeakMap, WeakSet, WeakRef, Date, RegExp, Error, Promise, Proxy, ArrayBuffer,
    SharedArrayBuffer, DataView, TypedArray, Generator, AsyncGenerator, MapIterator, SetIterator, Boolean, Number,
    String, Symbol, BigInt,
}

/// The engine's own functions, taken before any script could replace them.
struct Intrinsics {
    keys: JsFunction,
    is_array: JsFunction,
    deref: JsFunction,
}

thread_local! {
    static INTRINSICS: RefCell<Option<Intrinsics>> = const { RefCell::new(None) };
}

/// Takes the functions. Called before the prelude is evaluated.
pub(crate) fn capture(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let (object, array) = (constructors.object().constructor(), constructors.array().constructor());
    let weak_ref = constructors.weak_ref().prototype();
    let mut function = |holder: JsObject, name: JsString| -> JsResult<JsFunction> {
        Ok(holder.get(name, context)?.as_function().expect("the engine has it"))
    };
    let intrinsics = Intrinsics {
        keys: function(object, js_string!("keys"))?,
        is_array: function(array, js_string!("isArray"))?,
        deref: function(weak_ref, js_string!("deref"))?,
    };
    INTRINSICS.set(Some(intrinsics));
    Ok(())
}

fn intrinsic(choose: impl FnOnce(&Intrinsics) -> &JsFunction) -> JsFunction {
    INTRINSICS.with_borrow(|intrinsics| choose(intrinsics.as_ref().expect("captured first")).clone())
}

/// The kind of an object.
pub(crate) fn kind_of(object: &JsObject) -> Kind {
    // What most objects are comes first.
    if object.is_ordinary() || object.is_array() {
        return Kind::Object;
    }
    if object.is::<Proxy>() {
        return Kind::Proxy;
    }
    if object.is_callable() {
        return Kind::Function;
    }
    macro_rules! first_of {
        ($($is:expr => $kind:ident),+ $(,)?) => { $(if $is { return Kind::$kind; })+ };
    }
    let copy = || object.clone();
    first_of! {
        object.is::<Error>() => Error,
        object.is::<Promise>() => Promise,
        object.is::<Date>() => Date,
        object.is::<RegExp>() => RegExp,
        JsMap::from_object(copy()).is_ok() => Map,
        JsSet::from_object(copy()).is_ok() => Set,
        JsTypedArray::from_object(copy()).is_ok() => TypedArray,
        JsArrayBuffer::from_object(copy()).is_ok() => ArrayBuffer,
        JsSharedArrayBuffer::from_object(copy()).is_ok() => SharedArrayBuffer,
        JsDataView::from_object(copy()).is_ok() => DataView,
        object.is::<Generator>() => Generator,
        object.is::<AsyncGenerator>() => AsyncGenerator,
        JsMapIterator::from_object(copy()).is_ok() => MapIterator,
        JsSetIterator::from_object(copy()).is_ok() => SetIterator,
        object.is::<bool>() => Boolean,
        object.is::<f64>() => Number,
        object.is::<JsString>() => String,
        object.is::<JsSymbol>() => Symbol,
        object.is::<JsBigInt>() => BigInt,
        JsWeakMap::from_object(copy()).is_ok() => WeakMap,
        JsWeakSet::from_object(copy()).is_ok() => WeakSet,
    }
    Kind::Object
}

/// As [`kind_of`], with the kinds that only one of the engine's functions can tell.
pub(crate) fn exact_kind_of(object: &JsObject, context: &mut Context) -> Kind {
    match kind_of(object) {
        Kind::Object if object.is_ordinary() || object.is_array() => Kind::Object,
        // Neither call runs script code: the methods look at an internal slot of their receiver.
        Kind::Object if intrinsic(|all| &all.deref).call(&object.clone().into(), &[], context).is_ok() => Kind::WeakRef,
        kind => kind,
    }
}

/// Whether the object is a proxy.
pub(crate) fn is_proxy(object: &JsObject) -> bool {
    object.is::<Proxy>()
}

/// `Array.isArray`, which looks through proxies.
pub(crate) fn is_array(value: &JsValue, context: &mut Context) -> JsResult<bool> {
    Ok(intrinsic(|all| &all.is_array).call(&JsValue::undefined(), &[value.clone()], context)?.to_boolean())
}

/// `Object.keys`.
pub(crate) fn own_keys(object: &JsObject, context: &mut Context) -> JsResult<Vec<PropertyKey>> {
    let keys = intrinsic(|all| &all.keys).call(&JsValue::undefined(), &[object.clone().into()], context)?;
    let keys = JsArray::from_object(keys.as_object().expect("an array"))?;
    let count = keys.length(context)?;
    (0..count).map(|index| keys.get(index, context)?.to_property_key(context)).collect()
}
