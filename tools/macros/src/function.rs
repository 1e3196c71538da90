//! Reads the function: what each parameter is for, what the model is told, what comes back.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{
    Attribute, Error, Expr, ExprLit, FnArg, ItemFn, Lit, Meta, Pat, PatType, ReturnType, Safety, Type, TypeReference,
};

/// How a tool function looks, for messages.
const EXPECTED: &str = "`async fn name(state: &State, context: &RunContext, arguments: Arguments) -> Result<Reply, ToolError>`, where state, \
     context and arguments may be left out";

/// A function that can become a tool.
pub(crate) struct Function {
    /// The function without its documentation, as it is written into the expansion.
    pub(crate) item: ItemFn,
    pub(crate) docs: Vec<Attribute>,
    /// `#[cfg]`s that hold for everything written.
    pub(crate) cfgs: Vec<Attribute>,
    /// An expression: the documentation as one `&'static str`.
    pub(crate) description: TokenStream,
    /// What the first parameter borrows.
    pub(crate) state: Option<Type>,
    pub(crate) arguments: Arguments,
    /// What is passed for each parameter, in order.
    pub(crate) roles: Vec<Role>,
    pub(crate) reply: Type,
}

/// Where the one argument object comes from.
pub(crate) enum Arguments {
    None,
    /// A parameter of the author's own type is the object.
    Object(Box<Type>),
    /// Each parameter is a property.
    Properties(Vec<Property>),
}

/// A parameter that is a property of the argument object.
pub(crate) struct Property {
    pub(crate) name: Ident,
    pub(crate) ty: Type,
    /// Documentation, `#[serde]` and `#[schemars]`.
    pub(crate) attributes: Vec<Attribute>,
}

/// What a parameter is for.
pub(crate) enum Role {
    State,
    Context,
    Object,
    Property(Ident),
}

impl Function {
    /// Reads a function; mistakes are added to `faults`, and what is returned is then good for a stand-in only.
    pub(crate) fn read(mut item: ItemFn, faults: &mut Vec<Error>) -> Self {
        let mut fault = |error: Error| faults.push(error);
        let (docs, rest): (Vec<_>, Vec<_>) = item.attrs.drain(..).partition(|a| a.path().is_ident("doc"));
        let (cfgs, rest): (Vec<_>, Vec<_>) = rest.into_iter().partition(|a| a.path().is_ident("cfg"));
        item.attrs = rest;
        let description = description(&docs).unwrap_or_else(|| {
            fault(Error::new(
                item.sig.ident.span(),
                "a tool needs a doc comment: it is the description by which the model that writes scripts chooses and uses \
                 the tool",
            ));
            quote!("")
        });
        signature_faults(&item, &mut fault);
        let mut parameters = Parameters::default();
        for input in &mut item.sig.inputs {
            match input {
                FnArg::Receiver(receiver) => fault(Error::new_spanned(
                    receiver,
                    format!("a tool is a function, not a method; take what `self` would be as the state: {EXPECTED}"),
                )),
                FnArg::Typed(parameter) => parameters.add(parameter, &mut fault),
            }
        }
        let reply = reply(&item.sig, &mut fault);
        let Parameters { state, roles, arguments, .. } = parameters.settle(&mut fault);
        Self { item, docs, cfgs, description, state, arguments: Parameters::arguments(arguments, &roles), roles, reply }
    }
}

impl Function {
    pub(crate) fn has_state(&self) -> bool {
        self.state.is_some()
    }

    pub(crate) fn has_context(&self) -> bool {
        self.roles.iter().any(|role| matches!(role, Role::Context))
    }
}

/// The parameters seen so far.
#[derive(Default)]
struct Parameters {
    state: Option<Type>,
    context: bool,
    arguments: Vec<(Pat, Property)>,
    roles: Vec<Role>,
}

impl Parameters {
    fn add(&mut self, parameter: &mut PatType, fault: &mut impl FnMut(Error)) {
        let (described, kept): (Vec<_>, Vec<_>) = parameter
            .attrs
            .drain(..)
            .partition(|a| a.path().is_ident("doc") || a.path().is_ident("serde") || a.path().is_ident("schemars"));
        parameter.attrs = kept;
        if let Some(cfg) = parameter.attrs.iter().find(|a| a.path().is_ident("cfg")) {
            fault(Error::new_spanned(cfg, "a tool's parameters are always there: put `#[cfg]` on the whole function"));
        }
        match ungrouped(&parameter.ty) {
            Type::Reference(reference) => self.borrow(reference, parameter, fault),
            Type::ImplTrait(_) => {
                fault(Error::new_spanned(&parameter.ty, "name the type: the tool's schema is made from it"));
            }
            ty if ends_in(ty, "RunContext") => {
                fault(Error::new_spanned(&parameter.ty, "take the context by reference: `context: &RunContext`"));
            }
            ty => {
                // The name matters for a property only; `settle` sees whether this is one.
                let name = match &*parameter.pat {
                    Pat::Ident(pattern) => pattern.ident.clone(),
                    other => Ident::new("arguments", other.span()),
                };
                self.roles.push(Role::Property(name.clone()));
                let property = Property { name, ty: ty.clone(), attributes: described };
                self.arguments.push(((*parameter.pat).clone(), property));
            }
        }
    }

    fn borrow(&mut self, reference: &TypeReference, parameter: &PatType, fault: &mut impl FnMut(Error)) {
        let ty = &parameter.ty;
        let target = ungrouped(&reference.elem);
        let owned = match target {
            Type::Slice(_) => Some("Vec<…>"),
            _ if ends_in(target, "str") => Some("String"),
            _ if ends_in(target, "Path") => Some("PathBuf"),
            _ => None,
        };
        if let Some(owned) = owned {
            return fault(Error::new_spanned(ty, format!("arguments are owned: take a `{owned}`")));
        }
        if let Some(mutability) = &reference.mutability {
            return fault(Error::new_spanned(
                mutability,
                "calls share state and context: borrow with `&`, and put what changes behind a `Mutex` or an atomic",
            ));
        }
        if let Some(lifetime) = &reference.lifetime {
            return fault(Error::new_spanned(lifetime, "borrow without a lifetime: `state: &State`"));
        }
        if ends_in(target, "RunContext") {
            self.roles.push(Role::Context);
            if std::mem::replace(&mut self.context, true) {
                fault(Error::new_spanned(ty, "the context is already a parameter"));
            }
        } else if let Type::TraitObject(object) = target {
            let object = object.to_token_stream();
            fault(Error::new_spanned(ty, format!("state has a size: take it as `&Arc<{object}>` or `&Box<{object}>`")));
        } else if self.state.is_some() {
            fault(Error::new_spanned(ty, format!("only one parameter borrows state; expected {EXPECTED}")));
        } else if !self.arguments.is_empty() {
            fault(Error::new_spanned(ty, format!("the state comes before the arguments; expected {EXPECTED}")));
        } else {
            self.roles.push(Role::State);
            self.state = Some(target.clone());
        }
    }

    /// Decides, once all parameters are known, whether they are properties or the one object.
    fn settle(mut self, fault: &mut impl FnMut(Error)) -> Self {
        if let [(_, property)] = self.arguments.as_slice()
            && !is_plain(&property.ty)
        {
            if let Some(attribute) = property.attributes.first() {
                let ty = property.ty.to_token_stream();
                fault(Error::new_spanned(
                    attribute,
                    format!("`{ty}` is the whole argument object: document its fields where it is declared"),
                ));
            }
            for role in &mut self.roles {
                if matches!(role, Role::Property(_)) {
                    *role = Role::Object;
                }
            }
            return self;
        }
        for (pattern, _) in &self.arguments {
            if !matches!(pattern, Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.subpat.is_none()) {
                fault(Error::new_spanned(
                    pattern,
                    "this parameter is a property of the argument object and needs a plain name, such as `text: String`",
                ));
            }
        }
        self
    }

    fn arguments(found: Vec<(Pat, Property)>, roles: &[Role]) -> Arguments {
        let is_object = roles.iter().any(|role| matches!(role, Role::Object));
        let mut found = found.into_iter().map(|(_, property)| property);
        match found.next() {
            None => Arguments::None,
            Some(object) if is_object => Arguments::Object(Box::new(object.ty)),
            Some(first) => Arguments::Properties(std::iter::once(first).chain(found).collect()),
        }
    }
}

/// What no tool function can have.
fn signature_faults(item: &ItemFn, fault: &mut impl FnMut(Error)) {
    let sig = &item.sig;
    if !sig.generics.params.is_empty() || sig.generics.where_clause.is_some() {
        let mut generics = sig.generics.to_token_stream();
        sig.generics.where_clause.to_tokens(&mut generics);
        fault(Error::new_spanned(
            generics,
            format!("a tool has no type parameters and no lifetimes; expected {EXPECTED}"),
        ));
    }
    if let Some(constness) = &sig.constness {
        fault(Error::new_spanned(constness, "a tool cannot be `const`"));
    }
    if !matches!(sig.safety, Safety::Default) {
        fault(Error::new_spanned(&sig.safety, "a tool cannot be `unsafe`: a script may call it with anything"));
    }
    if let Some(abi) = &sig.abi {
        fault(Error::new_spanned(abi, "a tool has Rust's own calling convention"));
    }
    if let Some(variadic) = &sig.variadic {
        fault(Error::new_spanned(variadic, "a tool's parameters are listed one by one"));
    }
}

fn reply(sig: &syn::Signature, fault: &mut impl FnMut(Error)) -> Type {
    match &sig.output {
        ReturnType::Type(_, ty) => {
            if mentions_impl(ty.to_token_stream()) {
                fault(Error::new_spanned(ty, "name the reply's type: the output schema is made from it"));
            }
            (**ty).clone()
        }
        ReturnType::Default => {
            fault(Error::new(
                sig.paren_token.span.close(),
                "a tool returns `Result<T, ToolError>`; `Result<(), ToolError>` where there is nothing to say",
            ));
            Type::Verbatim(quote!(()))
        }
    }
}

/// Whether one parameter of this type is a property and not the argument object itself: types of the standard library and
/// JSON values are, types of the author's own are not.
fn is_plain(ty: &Type) -> bool {
    const PLAIN: &[&str] = &[
        "String", "bool", "char", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128",
        "isize", "f32", "f64", "Option", "Vec", "VecDeque", "HashMap", "BTreeMap", "HashSet", "BTreeSet", "Value",
        "PathBuf",
    ];
    match ty {
        Type::Path(_) => PLAIN.iter().any(|name| ends_in(ty, name)),
        _ => true,
    }
}

/// Whether a type is a path whose last part is `name`.
fn ends_in(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|segment| segment.ident == name))
}

/// The type itself, where a macro or parentheses wrapped it.
fn ungrouped(mut ty: &Type) -> &Type {
    loop {
        match ty {
            Type::Group(group) => ty = &group.elem,
            Type::Paren(paren) => ty = &paren.elem,
            _ => return ty,
        }
    }
}

fn mentions_impl(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => ident == "impl",
        proc_macro2::TokenTree::Group(group) => mentions_impl(group.stream()),
        _ => false,
    })
}

/// The documentation as one expression; none where there is none, or only blanks.
fn description(docs: &[Attribute]) -> Option<TokenStream> {
    let values: Vec<&Expr> = docs
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::NameValue(pair) => Some(&pair.value),
            _ => None, // `#[doc(hidden)]` and the like
        })
        .collect();
    let literal: Option<Vec<String>> = values.iter().map(|value| line(value)).collect();
    match literal {
        Some(lines) => {
            let text = lines.join("\n").trim().to_owned();
            (!text.is_empty()).then(|| quote!(#text))
        }
        // `#[doc = include_str!("…")]`: the compiler joins what the macro cannot read.
        None => Some(quote!(::core::concat!(#(#values, "\n"),*).trim_ascii())),
    }
}

/// One line of a doc comment, without the blank that follows the slashes.
fn line(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
            let text = text.value();
            Some(text.strip_prefix(' ').unwrap_or(&text).trim_end().to_owned())
        }
        _ => None,
    }
}
