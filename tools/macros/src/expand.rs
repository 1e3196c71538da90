//! Writes what a tool function becomes.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Error, ItemFn, parse_quote, parse2};

use crate::function::{Arguments, Function, Role};
use crate::options::{EffectOption, Options};
use crate::undo;

/// The whole attribute.
pub(crate) fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    let mut faults = Vec::new();
    let options = Options::read(options, &mut faults);
    let item: ItemFn = match parse2(item) {
        Ok(item) => item,
        Err(e) => {
            faults.push(Error::new(e.span(), format!("`#[tool]` makes a tool of a function: {e}")));
            return compile_errors(faults);
        }
    };
    let mut function = Function::read(item, &mut faults);
    if faults.is_empty() { written(&options, &function) } else { stand_in(&options, &mut function, faults) }
}

fn compile_errors(faults: Vec<Error>) -> TokenStream {
    faults.into_iter().map(Error::into_compile_error).collect()
}

/// The function under its name, which now makes the tool, and the tool's type with the original function as `run`.
///
/// Only the function has the name: a struct of that name would take it from local variables (a unit struct is a pattern),
/// and from crates and modules (a tool `uuid` that wants `uuid::Uuid`).
fn carrier(function: &Function) -> TokenStream {
    let Function { item, docs, cfgs, .. } = function;
    let (vis, name) = (&item.vis, &item.sig.ident);
    let ty = type_name(name);
    let mut run = item.clone();
    run.sig.ident = Ident::new("run", name.span());
    run.sig.inputs.insert(0, parse_quote!(self));
    quote! {
        #(#cfgs)*
        #(#docs)*
        #[must_use]
        #vis fn #name() -> #ty {
            #ty
        }

        #(#cfgs)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, reason = "named after the function")]
        #[derive(Clone, Copy, Debug)]
        #vis struct #ty;

        #(#cfgs)*
        impl #ty {
            /// The function itself: no validation, no policy, no timeout.
            #[allow(
                clippy::needless_pass_by_value,
                clippy::too_many_arguments,
                clippy::unnecessary_wraps,
                clippy::unused_async,
                clippy::unused_self,
                reason = "a tool has this form"
            )]
            #run
        }
    }
}

fn type_name(function: &Ident) -> Ident {
    Ident::new(&format!("__{}", function.unraw()), function.span())
}

fn written(options: &Options, function: &Function) -> TokenStream {
    let krate = &options.krate;
    let Function { item, cfgs, description, reply, .. } = function;
    let (name, ty) = (&item.sig.ident, type_name(&item.sig.ident));
    let carrier = carrier(function);
    let tool_name = options.name.as_ref().map_or_else(|| name.unraw().to_string(), syn::LitStr::value);
    let state = function.state.as_ref().map_or_else(|| quote!(()), |state| quote!(#state));
    let private = quote!(#krate::__private);
    let declared = declared(function, &private);
    let arguments = match &function.arguments {
        Arguments::None => quote!(#private::NoArguments),
        Arguments::Object(ty) => quote!(#ty),
        Arguments::Properties(_) => quote!(__Arguments),
    };
    // A type that lacks a trait is reported at the type, not at the attribute.
    let span = match &function.arguments {
        Arguments::Object(ty) => ty.span(),
        _ => name.span(),
    };
    let path = located(private.clone(), span);
    let input_schema = quote_spanned!(span=> #path::input_schema::<#arguments>());
    let path = located(private.clone(), reply.span());
    let output_schema = quote_spanned!(reply.span()=> #path::output_schema::<#reply>());
    let call = call(function, &private, &arguments);
    let effect = match &options.effect {
        EffectOption::Fixed(effect) => effect.clone(),
        EffectOption::By(_) => Ident::new("External", Span::call_site()),
    };
    let given = given(options);
    let by_arguments = by_arguments(options, &private);
    let undo = options.undo.as_ref().map(|functions| undo::methods(functions, krate, function, &arguments));
    quote! {
        #carrier

        #(#cfgs)*
        const _: () = {
            #declared

            impl #krate::ToolFunction for #ty {
                type State = #state;

                fn spec(&self) -> #krate::ToolSpec {
                    #krate::ToolSpec {
                        description: ::std::string::String::from(#description),
                        input_schema: #input_schema,
                        output_schema: #output_schema,
                        #given
                        ..#krate::ToolSpec::new(#tool_name, #krate::Effect::#effect)
                    }
                }

                #by_arguments

                #undo

                fn call<'a>(
                    &'a self,
                    state: &'a ::std::sync::Arc<Self::State>,
                    context: &'a #krate::RunContext,
                    arguments: #private::serde_json::Value,
                ) -> #krate::BoxFuture<'a, ::core::result::Result<#krate::Json, #krate::ToolError>> {
                    #call
                }
            }
        };
    }
}

/// The fields of the spec for which an option was given.
fn given(options: &Options) -> TokenStream {
    let Options { timeout, on_timeout, attempts, idempotent, labels, callers, krate, .. } = options;
    let fields = [
        timeout.map(|millis| quote!(timeout: ::core::time::Duration::from_millis(#millis),)),
        on_timeout.as_ref().map(|variant| quote!(on_timeout: #krate::OnTimeout::#variant,)),
        attempts.map(|attempts| quote!(attempts: #attempts,)),
        idempotent.map(|idempotent| quote!(idempotent: #idempotent,)),
        (!labels.is_empty()).then(|| quote!(labels: ::std::vec![#(#krate::Label::#labels),*],)),
        callers.as_ref().map(|variant| quote!(callers: #krate::Callers::#variant,)),
    ];
    fields.into_iter().flatten().collect()
}

/// What is told from the arguments of a call.
fn by_arguments(options: &Options, private: &TokenStream) -> TokenStream {
    let krate = &options.krate;
    let effect = match &options.effect {
        EffectOption::Fixed(_) => None,
        EffectOption::By(function) => Some(quote! {
            fn effect(&self, arguments: &#private::serde_json::Value) -> #krate::Effect {
                #function(arguments)
            }
        }),
    };
    let resource = options.resource.as_ref().map(|function| {
        quote! {
            fn resource(&self, arguments: &#private::serde_json::Value) -> ::core::option::Option<::std::string::String> {
                #function(arguments)
            }
        }
    });
    [effect, resource].into_iter().flatten().collect()
}

/// The same tokens, located at `span`: where a trait is missing, the compiler underlines what the whole path belongs to.
fn located(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            token.set_span(span);
            token
        })
        .collect()
}

/// The struct of a function whose parameters are the properties.
fn declared(function: &Function, private: &TokenStream) -> TokenStream {
    let Arguments::Properties(properties) = &function.arguments else { return TokenStream::new() };
    let (serde, schemars) = (path_text(private, "serde"), path_text(private, "schemars"));
    let fields = properties.iter().map(|property| {
        let (attributes, name, ty) = (&property.attributes, &property.name, &property.ty);
        quote!(#(#attributes)* #name: #ty)
    });
    quote! {
        #[derive(#private::serde::Deserialize, #private::schemars::JsonSchema)]
        #[serde(crate = #serde, deny_unknown_fields)]
        #[schemars(crate = #schemars)]
        struct __Arguments {
            #(#fields,)*
        }
    }
}

/// A path as the text that derive attributes want.
fn path_text(private: &TokenStream, last: &str) -> String {
    format!("{}::{last}", private.to_string().replace(' ', ""))
}

/// What the function is called with, in order: references as they come, or, in a plain function, to what its thread owns.
pub(crate) fn passed(function: &Function) -> Vec<TokenStream> {
    let is_async = function.item.sig.asyncness.is_some();
    let role = |role: &Role| match role {
        Role::State if is_async => quote!(state),
        Role::State => quote!(&state),
        Role::Context if is_async => quote!(context),
        Role::Context => quote!(&context),
        Role::Object => quote!(arguments),
        Role::Property(name) => quote!(arguments.#name),
    };
    function.roles.iter().map(role).collect()
}

/// Reads the arguments, also where there are none, so that some are refused.
pub(crate) fn parse(function: &Function, private: &TokenStream, arguments: &TokenStream) -> TokenStream {
    let binding = (!matches!(function.arguments, Arguments::None)).then(|| quote!(let arguments =));
    quote!(#binding #private::parse::<#arguments>(arguments)?;)
}

/// The body of `call`.
fn call(function: &Function, private: &TokenStream, arguments: &TokenStream) -> TokenStream {
    let is_async = function.item.sig.asyncness.is_some();
    let passed = passed(function);
    let run = if is_async { quote!(self.run(#(#passed),*).await) } else { quote!(tool.run(#(#passed),*)) };
    let path = located(private.clone(), function.reply.span());
    let reply = quote_spanned!(function.reply.span()=> #path::reply(#run));
    let parse = parse(function, private, arguments);
    let (has_state, has_context) = (function.has_state(), function.has_context());
    let unused = [(!has_state).then(|| quote!(let _ = state;)), (!has_context).then(|| quote!(let _ = context;))];
    let unused = unused.into_iter().flatten();
    if is_async {
        quote! {
            #(#unused)*
            ::std::boxed::Box::pin(async move {
                #parse
                #reply
            })
        }
    } else {
        let owned = [
            has_state.then(|| quote!(let state = ::std::sync::Arc::clone(state);)),
            has_context.then(|| quote!(let context = ::core::clone::Clone::clone(context);)),
        ];
        let owned = owned.into_iter().flatten();
        quote! {
            #(#unused)*
            #(#owned)*
            let tool = *self;
            ::std::boxed::Box::pin(#private::blocking(move || {
                #parse
                #reply
            }))
        }
    }
}

/// Something of the right name and kind beside the errors, so that uses of the tool do not fail as well.
fn stand_in(options: &Options, function: &mut Function, faults: Vec<Error>) -> TokenStream {
    let Options { krate, .. } = options;
    let errors = compile_errors(faults);
    if function.item.sig.receiver().is_some() {
        let method = &function.item;
        return quote!(#errors #method); // inside an `impl`, where no struct can stand
    }
    function.item.attrs.push(parse_quote!(#[allow(warnings, reason = "the errors come first")]));
    let cfgs = &function.cfgs;
    let ty = type_name(&function.item.sig.ident);
    let carrier = carrier(function);
    quote! {
        #errors

        #carrier

        #(#cfgs)*
        impl #krate::ToolFunction for #ty {
            type State = ();

            fn spec(&self) -> #krate::ToolSpec {
                ::core::unreachable!()
            }

            fn call<'a>(
                &'a self,
                _: &'a ::std::sync::Arc<()>,
                _: &'a #krate::RunContext,
                _: #krate::__private::serde_json::Value,
            ) -> #krate::BoxFuture<'a, ::core::result::Result<#krate::Json, #krate::ToolError>> {
                ::core::unreachable!()
            }
        }
    }
}
