//! What stands in the parentheses of `#[tool(…)]`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Error, Expr, ExprLit, Lit, LitStr, Path, Token};

/// The whole list, for messages.
const EXPECTED: &str = "`#[tool(effect = Read, timeout = \"5s\")]`; the options are `effect`, `resource`, `timeout`, `on_timeout`, `attempts`, \
     `idempotent`, `undo`, `labels`, `name`, `callers` and `crate`";

/// The options of one tool, as tokens to be written where that is all that is done with them.
pub(crate) struct Options {
    pub(crate) effect: EffectOption,
    /// A function that says what a call touches.
    pub(crate) resource: Option<Path>,
    /// Milliseconds; none where the default holds.
    pub(crate) timeout: Option<u64>,
    /// A variant of `OnTimeout`, where it is given; the same for what follows.
    pub(crate) on_timeout: Option<Ident>,
    pub(crate) attempts: Option<u32>,
    pub(crate) idempotent: Option<bool>,
    /// The functions that plan and restore.
    pub(crate) undo: Option<(Path, Path)>,
    /// Variants of `Label`.
    pub(crate) labels: Vec<Ident>,
    /// Where it is not the function's name.
    pub(crate) name: Option<LitStr>,
    /// A variant of `Callers`.
    pub(crate) callers: Option<Ident>,
    /// The path of `codemode_tool`.
    pub(crate) krate: TokenStream,
}

/// What a call may do.
pub(crate) enum EffectOption {
    /// A variant of `Effect`.
    Fixed(Ident),
    /// A function that tells it from the arguments.
    By(Path),
}

/// One `key = value`.
struct Setting {
    key: Ident,
    value: Expr,
}

impl Parse for Setting {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let key = input.call(Ident::parse_any)?;
        input.parse::<Token![=]>()?;
        Ok(Self { key, value: input.parse()? })
    }
}

impl Options {
    /// Reads the options; mistakes are added to `faults` and replaced by something that can be expanded.
    pub(crate) fn read(tokens: TokenStream, faults: &mut Vec<Error>) -> Self {
        let mut options = Self {
            effect: EffectOption::Fixed(Ident::new("External", Span::call_site())),
            resource: None,
            timeout: None,
            on_timeout: None,
            attempts: None,
            idempotent: None,
            undo: None,
            labels: Vec::new(),
            name: None,
            callers: None,
            krate: quote!(::codemode_tool),
        };
        let settings = match Punctuated::<Setting, Token![,]>::parse_terminated.parse2(tokens) {
            Ok(settings) => settings,
            Err(e) => {
                faults.push(Error::new(e.span(), format!("{e}; expected {EXPECTED}")));
                return options;
            }
        };
        let mut seen: Vec<String> = Vec::new();
        let mut undo_at = None;
        for Setting { key, value } in settings {
            let name = key.to_string();
            if seen.contains(&name) {
                faults.push(Error::new_spanned(&key, format!("`{name}` is given twice")));
            }
            let result = match name.as_str() {
                "effect" => effect(&value).map(|effect| options.effect = effect),
                "timeout" => timeout(&value).map(|millis| options.timeout = Some(millis)),
                "name" => tool_name(&value).map(|name| options.name = Some(name)),
                "resource" => resource(&value).map(|resource| options.resource = Some(resource)),
                "on_timeout" => on_timeout(&value).map(|variant| options.on_timeout = Some(variant)),
                "attempts" => attempts(&value).map(|attempts| options.attempts = Some(attempts)),
                "idempotent" => idempotent(&value).map(|idempotent| options.idempotent = Some(idempotent)),
                "undo" => undo(&value).map(|functions| options.undo = Some(functions)),
                "labels" => labels(&value).map(|labels| options.labels = labels),
                "callers" => callers(&value).map(|callers| options.callers = Some(callers)),
                "crate" => path(&value).map(|path| options.krate = quote!(#path)),
                _ => Err(Error::new_spanned(&key, format!("unknown option `{name}`; expected {EXPECTED}"))),
            };
            faults.extend(result.err());
            if name == "undo" {
                undo_at = Some(key);
            }
            seen.push(name);
        }
        if !seen.iter().any(|name| name == "effect") {
            faults.push(Error::new(
                Span::call_site(),
                "say what a call may do to the world: `effect = Read` (changes nothing), `effect = Write` (changes something \
                 that the tool can restore) or `effect = External` (leaves the machine, spends, or deletes for good)",
            ));
        }
        if let (Some(key), EffectOption::Fixed(effect)) = (undo_at, &options.effect)
            && effect == "Read"
        {
            faults.push(Error::new_spanned(
                key,
                "a tool that changes nothing has nothing to undo: leave `undo` out, or say `effect = Write`",
            ));
        }
        options
    }
}

fn effect(value: &Expr) -> syn::Result<EffectOption> {
    if let Some(variant) = variant(value, &["Read", "Write", "External"]) {
        return Ok(EffectOption::Fixed(variant));
    }
    function(value).map(EffectOption::By).ok_or_else(|| {
        Error::new_spanned(
            value,
            "expected `effect = Read`, `effect = Write` or `effect = External`, or the name of a function that tells it from \
             the arguments, `fn(&Value) -> Effect`",
        )
    })
}

fn resource(value: &Expr) -> syn::Result<Path> {
    function(value).ok_or_else(|| {
        Error::new_spanned(
            value,
            "expected the name of a function that says what a call touches: `resource = path_of`, \
             `fn path_of(arguments: &Value) -> Option<String>`",
        )
    })
}

/// The path of a function, which by custom begins with a small letter.
fn function(value: &Expr) -> Option<Path> {
    let Expr::Path(path) = value else { return None };
    let name = path.path.segments.last()?.ident.unraw().to_string();
    name.starts_with(|c: char| c.is_lowercase() || c == '_').then(|| path.path.clone())
}

fn on_timeout(value: &Expr) -> syn::Result<Ident> {
    variant(value, &["Error", "Stop"]).ok_or_else(|| {
        Error::new_spanned(
            value,
            "expected `on_timeout = Error` (an exception) or `on_timeout = Stop` (the end of the run)",
        )
    })
}

fn attempts(value: &Expr) -> syn::Result<u32> {
    let number = match value {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse::<u32>().ok(),
        _ => None,
    };
    number.filter(|number| (1..=10).contains(number)).ok_or_else(|| {
        Error::new_spanned(value, "expected a whole number from 1 (never tried again) to 10: `attempts = 3`")
    })
}

fn idempotent(value: &Expr) -> syn::Result<bool> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Bool(flag), .. }) => Ok(flag.value),
        _ => Err(Error::new_spanned(value, "expected `idempotent = true` or `idempotent = false`")),
    }
}

fn undo(value: &Expr) -> syn::Result<(Path, Path)> {
    let functions = match value {
        Expr::Tuple(pair) if pair.elems.len() == 2 => function(&pair.elems[0]).zip(function(&pair.elems[1])),
        _ => None,
    };
    functions.ok_or_else(|| {
        Error::new_spanned(
            value,
            "expected the names of two functions, `undo = (plan, restore)`: `plan` has the parameters of the tool function and \
             returns `Result<Option<Undo>, ToolError>`; `fn restore(state: &State, context: &RunContext, undo: &Undo) -> \
             Result<Undone, ToolError>`, where the state is left out if the tool function has none; both are `async` if it is",
        )
    })
}

fn labels(value: &Expr) -> syn::Result<Vec<Ident>> {
    let labels: Option<Vec<Ident>> = match value {
        Expr::Array(list) => list.elems.iter().map(|label| variant(label, &["Untrusted", "Private"])).collect(),
        _ => None,
    };
    labels.ok_or_else(|| {
        Error::new_spanned(value, "expected a list of `Untrusted` and `Private`: `labels = [Untrusted]`")
    })
}

fn callers(value: &Expr) -> syn::Result<Ident> {
    variant(value, &["Script", "Direct", "Both"])
        .ok_or_else(|| Error::new_spanned(value, "expected `callers = Script`, `callers = Direct` or `callers = Both`"))
}

/// `Read`, or a path that ends in it, such as `Effect::Read`.
fn variant(value: &Expr, names: &[&str]) -> Option<Ident> {
    let Expr::Path(path) = value else { return None };
    let last = &path.path.segments.last()?.ident;
    names.contains(&last.to_string().as_str()).then(|| last.clone())
}

fn path(value: &Expr) -> syn::Result<Path> {
    match value {
        Expr::Path(path) => Ok(path.path.clone()),
        _ => Err(Error::new_spanned(value, "expected a path, such as `crate = my_app::tools`")),
    }
}

fn string<'a>(value: &'a Expr, expected: &str) -> syn::Result<&'a LitStr> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Ok(text),
        _ => Err(Error::new_spanned(value, expected)),
    }
}

/// The length of `"500ms"`, `"5s"` or `"2m"` in milliseconds.
fn timeout(value: &Expr) -> syn::Result<u64> {
    const EXPECTED: &str = "expected a whole number above zero and a unit: `timeout = \"500ms\"`, `\"5s\"` or `\"2m\"`";
    let text = string(value, EXPECTED)?;
    let written = text.value();
    let digits = written.trim_end_matches(|c: char| !c.is_ascii_digit());
    let factor = match &written[digits.len()..] {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        _ => return Err(Error::new_spanned(text, EXPECTED)),
    };
    match digits.parse::<u64>().ok().and_then(|number| number.checked_mul(factor)) {
        Some(millis) if millis > 0 => Ok(millis),
        _ => Err(Error::new_spanned(text, EXPECTED)),
    }
}

/// A name that MCP clients accept as well. Whether it collides with another one is seen when the sandbox is built.
fn tool_name(value: &Expr) -> syn::Result<LitStr> {
    const EXPECTED: &str = "expected 1 to 128 ASCII letters, digits, `_`, `-` or `.`: `name = \"find_invoices\"`";
    let text = string(value, EXPECTED)?;
    let name = text.value();
    let fits = (1..=128).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'));
    if fits { Ok(text.clone()) } else { Err(Error::new_spanned(text, EXPECTED)) }
}
