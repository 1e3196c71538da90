::core::compile_error! {
    "expected a whole number above zero and a unit: `timeout = \"500ms\"`, `\"5s\"` or `\"2m\"`"
}
::core::compile_error! {
    "say what a call may do to the world: `effect = Read` (changes nothing), `effect = Write` (changes something that the tool can restore) or `effect = External` (leaves the machine, spends, or deletes for good)"
}
::core::compile_error! {
    "a tool needs a doc comment: it is the description by which the model that writes scripts chooses and uses the tool"
}
::core::compile_error! {
    "arguments are owned: take a `String`"
}
::core::compile_error! {
    "a tool returns `Result<T, ToolError>`; `Result<(), ToolError>` where there is nothing to say"
}
#[must_use]
fn guess() -> __guess {
    __guess
}
#[doc(hidden)]
#[allow(non_camel_case_types, reason = "named after the function")]
#[derive(Clone, Copy, Debug)]
struct __guess;
impl __guess {
    /// The function itself: no validation, no policy, no timeout.
    #[allow(
        clippy::needless_pass_by_value,
        clippy::too_many_arguments,
        clippy::unnecessary_wraps,
        clippy::unused_async,
        clippy::unused_self,
        reason = "a tool has this form"
    )]
    #[allow(warnings, reason = "the errors come first")]
    fn run(self, text: &str) {}
}
impl ::codemode_tool::ToolFunction for __guess {
    type State = ();
    fn spec(&self) -> ::codemode_tool::ToolSpec {
        ::core::unreachable!()
    }
    fn call<'a>(
        &'a self,
        _: &'a ::std::sync::Arc<()>,
        _: &'a ::codemode_tool::RunContext,
        _: ::codemode_tool::__private::serde_json::Value,
    ) -> ::codemode_tool::BoxFuture<
        'a,
        ::core::result::Result<::codemode_tool::Json, ::codemode_tool::ToolError>,
    > {
        ::core::unreachable!()
    }
}
