/// Finds invoices whose text matches, newest first.
///
/// ```js
/// const invoices = await find_invoices({ text: "paper" });
/// ```
#[must_use]
pub fn find_invoices() -> __find_invoices {
    __find_invoices
}
#[doc(hidden)]
#[allow(non_camel_case_types, reason = "named after the function")]
#[derive(Clone, Copy, Debug)]
pub struct __find_invoices;
impl __find_invoices {
    /// The function itself: no validation, no policy, no timeout.
    #[allow(
        clippy::needless_pass_by_value,
        clippy::too_many_arguments,
        clippy::unnecessary_wraps,
        clippy::unused_async,
        clippy::unused_self,
        reason = "a tool has this form"
    )]
    #[tracing::instrument]
    pub async fn run(
        self,
        ledger: &Ledger,
        search: Search,
    ) -> Result<Vec<Invoice>, ToolError> {
        ledger.find(&search.text).await
    }
}
const _: () = {
    impl ::codemode_tool::ToolFunction for __find_invoices {
        type State = Ledger;
        fn spec(&self) -> ::codemode_tool::ToolSpec {
            ::codemode_tool::ToolSpec {
                description: ::std::string::String::from(
                    "Finds invoices whose text matches, newest first.\n\n```js\nconst invoices = await find_invoices({ text: \"paper\" });\n```",
                ),
                input_schema: ::codemode_tool::__private::input_schema::<Search>(),
                output_schema: ::codemode_tool::__private::output_schema::<
                    Result<Vec<Invoice>, ToolError>,
                >(),
                timeout: ::core::time::Duration::from_millis(5000u64),
                ..::codemode_tool::ToolSpec::new(
                    "find_invoices",
                    ::codemode_tool::Effect::Read,
                )
            }
        }
        fn call<'a>(
            &'a self,
            state: &'a ::std::sync::Arc<Self::State>,
            context: &'a ::codemode_tool::RunContext,
            arguments: ::codemode_tool::__private::serde_json::Value,
        ) -> ::codemode_tool::BoxFuture<
            'a,
            ::core::result::Result<::codemode_tool::Json, ::codemode_tool::ToolError>,
        > {
            let _ = context;
            ::std::boxed::Box::pin(async move {
                let arguments = ::codemode_tool::__private::parse::<Search>(arguments)?;
                ::codemode_tool::__private::reply(self.run(state, arguments).await)
            })
        }
    }
};
