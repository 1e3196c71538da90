#[doc = include_str!("clear.md")]
#[must_use]
fn r#move() -> __move {
    __move
}
#[doc(hidden)]
#[allow(non_camel_case_types, reason = "named after the function")]
#[derive(Clone, Copy, Debug)]
struct __move;
impl __move {
    /// The function itself: no validation, no policy, no timeout.
    #[allow(
        clippy::needless_pass_by_value,
        clippy::too_many_arguments,
        clippy::unnecessary_wraps,
        clippy::unused_async,
        clippy::unused_self,
        reason = "a tool has this form"
    )]
    async fn run(self) -> Result<(), ToolError> {
        Ok(())
    }
}
const _: () = {
    impl my::tools::ToolFunction for __move {
        type State = ();
        fn spec(&self) -> my::tools::ToolSpec {
            my::tools::ToolSpec {
                description: ::std::string::String::from(
                    ::core::concat!(include_str!("clear.md"), "\n").trim_ascii(),
                ),
                input_schema: my::tools::__private::input_schema::<
                    my::tools::__private::NoArguments,
                >(),
                output_schema: my::tools::__private::output_schema::<
                    Result<(), ToolError>,
                >(),
                timeout: ::core::time::Duration::from_millis(250u64),
                ..my::tools::ToolSpec::new("move", my::tools::Effect::Write)
            }
        }
        fn call<'a>(
            &'a self,
            state: &'a ::std::sync::Arc<Self::State>,
            context: &'a my::tools::RunContext,
            arguments: my::tools::__private::serde_json::Value,
        ) -> my::tools::BoxFuture<
            'a,
            ::core::result::Result<my::tools::Json, my::tools::ToolError>,
        > {
            let _ = state;
            let _ = context;
            ::std::boxed::Box::pin(async move {
                my::tools::__private::parse::<
                    my::tools::__private::NoArguments,
                >(arguments)?;
                my::tools::__private::reply(self.run().await)
            })
        }
    }
};
