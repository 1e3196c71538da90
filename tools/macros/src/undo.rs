//! Writes what `undo = (plan, restore)` becomes.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Path;
use syn::spanned::Spanned;

use crate::expand::{parse, passed};
use crate::function::Function;

/// The two methods. What the named functions get or return wrongly is reported at their names.
pub(crate) fn methods(
    (plan, restore): &(Path, Path),
    krate: &TokenStream,
    function: &Function,
    arguments: &TokenStream,
) -> TokenStream {
    let private = quote!(#krate::__private);
    let passed = passed(function);
    let planned = quote_spanned!(plan.span()=> #plan(#(#passed),*));
    // Said, so that another type is reported where it comes from.
    let plan_type = quote!(::core::option::Option<#krate::Undo>);
    let result = |ty: &TokenStream| quote!(::core::result::Result<#ty, #krate::ToolError>);
    let (plan_result, restore_result) = (result(&plan_type), result(&quote!(#krate::Undone)));
    let parse = parse(function, &private, arguments);
    let (plan_body, restore_body) = if function.item.sig.asyncness.is_some() {
        let state = function.has_state().then(|| quote!(state,));
        let restored = quote_spanned!(restore.span()=> #restore(#state context, undo).await);
        let planned = quote_spanned!(plan.span()=> #planned.await);
        let plan_body = quote! {
            ::std::boxed::Box::pin(async move {
                let arguments = ::core::clone::Clone::clone(arguments);
                #parse
                let planned: #plan_result = #planned;
                planned
            })
        };
        let restore_body = quote! {
            ::std::boxed::Box::pin(async move {
                let restored: #restore_result = #restored;
                restored
            })
        };
        (plan_body, restore_body)
    } else {
        let state = function.has_state().then(|| quote!(&state,));
        let restored = quote_spanned!(restore.span()=> #restore(#state &context, &undo));
        let own_state = function.has_state().then(|| quote!(let state = ::std::sync::Arc::clone(state);));
        let own_context = function.has_context().then(|| quote!(let context = ::core::clone::Clone::clone(context);));
        let plan_body = quote! {
            #own_state
            #own_context
            let arguments = ::core::clone::Clone::clone(arguments);
            ::std::boxed::Box::pin(#private::blocking::<_, #plan_type>(move || {
                #parse
                #planned
            }))
        };
        let restore_body = quote! {
            #own_state
            let context = ::core::clone::Clone::clone(context);
            let undo = ::core::clone::Clone::clone(undo);
            ::std::boxed::Box::pin(#private::blocking::<_, #krate::Undone>(move || #restored))
        };
        (plan_body, restore_body)
    };
    let no_state = (!function.has_state()).then(|| quote!(let _ = state;));
    let no_context = (!function.has_context()).then(|| quote!(let _ = context;));
    quote! {
        fn plan_undo<'a>(
            &'a self,
            state: &'a ::std::sync::Arc<Self::State>,
            context: &'a #krate::RunContext,
            arguments: &'a #private::serde_json::Value,
        ) -> #krate::BoxFuture<'a, #plan_result> {
            #no_state
            #no_context
            #plan_body
        }

        fn undo<'a>(
            &'a self,
            state: &'a ::std::sync::Arc<Self::State>,
            context: &'a #krate::RunContext,
            undo: &'a #krate::Undo,
        ) -> #krate::BoxFuture<'a, #restore_result> {
            #no_state
            #restore_body
        }
    }
}
