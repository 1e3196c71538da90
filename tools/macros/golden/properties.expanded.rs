#[cfg(feature = "mail")]
/// Sends a reminder.
#[must_use]
fn send_reminder() -> __send_reminder {
    __send_reminder
}
#[cfg(feature = "mail")]
#[doc(hidden)]
#[allow(non_camel_case_types, reason = "named after the function")]
#[derive(Clone, Copy, Debug)]
struct __send_reminder;
#[cfg(feature = "mail")]
impl __send_reminder {
    /// The function itself: no validation, no policy, no timeout.
    #[allow(
        clippy::needless_pass_by_value,
        clippy::too_many_arguments,
        clippy::unnecessary_wraps,
        clippy::unused_async,
        clippy::unused_self,
        reason = "a tool has this form"
    )]
    fn run(
        self,
        mail: &Arc<dyn Mail>,
        address: String,
        context: &codemode_tool::RunContext,
        #[allow(unused_mut)]
        mut times: u8,
        r#type: Option<Kind>,
    ) -> Result<String, ToolError> {
        mail.send(address, times, r#type, &context.principal)
    }
}
#[cfg(feature = "mail")]
const _: () = {
    #[derive(
        ::codemode_tool::__private::serde::Deserialize,
        ::codemode_tool::__private::schemars::JsonSchema
    )]
    #[serde(crate = "::codemode_tool::__private::serde", deny_unknown_fields)]
    #[schemars(crate = "::codemode_tool::__private::schemars")]
    struct __Arguments {
        /// Whom to remind.
        address: String,
        /// How often at most.
        #[serde(default)]
        #[schemars(range(max = 3))]
        times: u8,
        r#type: Option<Kind>,
    }
    impl ::codemode_tool::ToolFunction for __send_reminder {
        type State = Arc<dyn Mail>;
        fn spec(&self) -> ::codemode_tool::ToolSpec {
            ::codemode_tool::ToolSpec {
                description: ::std::string::String::from("Sends a reminder."),
                input_schema: ::codemode_tool::__private::input_schema::<__Arguments>(),
                output_schema: ::codemode_tool::__private::output_schema::<
                    Result<String, ToolError>,
                >(),
                callers: ::codemode_tool::Callers::Script,
                ..::codemode_tool::ToolSpec::new(
                    "send-reminder",
                    ::codemode_tool::Effect::External,
                )
            }
        }
        fn plan_undo<'a>(
            &'a self,
            state: &'a ::std::sync::Arc<Self::State>,
            context: &'a ::codemode_tool::RunContext,
            arguments: &'a ::codemode_tool::__private::serde_json::Value,
        ) -> ::codemode_tool::BoxFuture<
            'a,
            ::core::result::Result<
                ::core::option::Option<::codemode_tool::Undo>,
                ::codemode_tool::ToolError,
            >,
        > {
            let state = ::std::sync::Arc::clone(state);
            let context = ::core::clone::Clone::clone(context);
            let arguments = ::core::clone::Clone::clone(arguments);
            ::std::boxed::Box::pin(
                ::codemode_tool::__private::blocking::<
                    _,
                    ::core::option::Option<::codemode_tool::Undo>,
                >(move || {
                    let arguments = ::codemode_tool::__private::parse::<
                        __Arguments,
                    >(arguments)?;
                    plan_reminder(
                        &state,
                        arguments.address,
                        &context,
                        arguments.times,
                        arguments.r#type,
                    )
                }),
            )
        }
        fn undo<'a>(
            &'a self,
            state: &'a ::std::sync::Arc<Self::State>,
            context: &'a ::codemode_tool::RunContext,
            undo: &'a ::codemode_tool::Undo,
        ) -> ::codemode_tool::BoxFuture<
            'a,
            ::core::result::Result<::codemode_tool::Undone, ::codemode_tool::ToolError>,
        > {
            let state = ::std::sync::Arc::clone(state);
            let context = ::core::clone::Clone::clone(context);
            let undo = ::core::clone::Clone::clone(undo);
            ::std::boxed::Box::pin(
                ::codemode_tool::__private::blocking::<
                    _,
                    ::codemode_tool::Undone,
                >(move || take_back(&state, &context, &undo)),
            )
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
            let state = ::std::sync::Arc::clone(state);
            let context = ::core::clone::Clone::clone(context);
            let tool = *self;
            ::std::boxed::Box::pin(
                ::codemode_tool::__private::blocking(move || {
                    let arguments = ::codemode_tool::__private::parse::<
                        __Arguments,
                    >(arguments)?;
                    ::codemode_tool::__private::reply(
                        tool
                            .run(
                                &state,
                                arguments.address,
                                &context,
                                arguments.times,
                                arguments.r#type,
                            ),
                    )
                }),
            )
        }
    }
};
/// Sends or previews a letter.
#[must_use]
fn letter() -> __letter {
    __letter
}
#[doc(hidden)]
#[allow(non_camel_case_types, reason = "named after the function")]
#[derive(Clone, Copy, Debug)]
struct __letter;
impl __letter {
    /// The function itself: no validation, no policy, no timeout.
    #[allow(
        clippy::needless_pass_by_value,
        clippy::too_many_arguments,
        clippy::unnecessary_wraps,
        clippy::unused_async,
        clippy::unused_self,
        reason = "a tool has this form"
    )]
    async fn run(self, to: String, dry_run: Option<bool>) -> Result<(), ToolError> {
        letters::send(to, dry_run).await
    }
}
const _: () = {
    #[derive(
        ::codemode_tool::__private::serde::Deserialize,
        ::codemode_tool::__private::schemars::JsonSchema
    )]
    #[serde(crate = "::codemode_tool::__private::serde", deny_unknown_fields)]
    #[schemars(crate = "::codemode_tool::__private::schemars")]
    struct __Arguments {
        to: String,
        dry_run: Option<bool>,
    }
    impl ::codemode_tool::ToolFunction for __letter {
        type State = ();
        fn spec(&self) -> ::codemode_tool::ToolSpec {
            ::codemode_tool::ToolSpec {
                description: ::std::string::String::from("Sends or previews a letter."),
                input_schema: ::codemode_tool::__private::input_schema::<__Arguments>(),
                output_schema: ::codemode_tool::__private::output_schema::<
                    Result<(), ToolError>,
                >(),
                on_timeout: ::codemode_tool::OnTimeout::Stop,
                attempts: 2u32,
                idempotent: true,
                labels: ::std::vec![
                    ::codemode_tool::Label::Untrusted, ::codemode_tool::Label::Private
                ],
                ..::codemode_tool::ToolSpec::new(
                    "letter",
                    ::codemode_tool::Effect::External,
                )
            }
        }
        fn effect(
            &self,
            arguments: &::codemode_tool::__private::serde_json::Value,
        ) -> ::codemode_tool::Effect {
            effect_of(arguments)
        }
        fn resource(
            &self,
            arguments: &::codemode_tool::__private::serde_json::Value,
        ) -> ::core::option::Option<::std::string::String> {
            letters::address_of(arguments)
        }
        fn plan_undo<'a>(
            &'a self,
            state: &'a ::std::sync::Arc<Self::State>,
            context: &'a ::codemode_tool::RunContext,
            arguments: &'a ::codemode_tool::__private::serde_json::Value,
        ) -> ::codemode_tool::BoxFuture<
            'a,
            ::core::result::Result<
                ::core::option::Option<::codemode_tool::Undo>,
                ::codemode_tool::ToolError,
            >,
        > {
            let _ = state;
            let _ = context;
            ::std::boxed::Box::pin(async move {
                let arguments = ::core::clone::Clone::clone(arguments);
                let arguments = ::codemode_tool::__private::parse::<
                    __Arguments,
                >(arguments)?;
                let planned: ::core::result::Result<
                    ::core::option::Option<::codemode_tool::Undo>,
                    ::codemode_tool::ToolError,
                > = letters::plan(arguments.to, arguments.dry_run).await;
                planned
            })
        }
        fn undo<'a>(
            &'a self,
            state: &'a ::std::sync::Arc<Self::State>,
            context: &'a ::codemode_tool::RunContext,
            undo: &'a ::codemode_tool::Undo,
        ) -> ::codemode_tool::BoxFuture<
            'a,
            ::core::result::Result<::codemode_tool::Undone, ::codemode_tool::ToolError>,
        > {
            let _ = state;
            ::std::boxed::Box::pin(async move {
                let restored: ::core::result::Result<
                    ::codemode_tool::Undone,
                    ::codemode_tool::ToolError,
                > = letters::restore(context, undo).await;
                restored
            })
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
            let _ = state;
            let _ = context;
            ::std::boxed::Box::pin(async move {
                let arguments = ::codemode_tool::__private::parse::<
                    __Arguments,
                >(arguments)?;
                ::codemode_tool::__private::reply(
                    self.run(arguments.to, arguments.dry_run).await,
                )
            })
        }
    }
};
