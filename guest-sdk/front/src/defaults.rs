//! Functions in the default value of a parameter that use a parameter which is assigned: `(a, b = () => a) => { a = 2; … }`.
//! QuickJS gives such a function its own copy, so these scripts need Boa.

use oxc_ast::ast::IdentifierReference;
use oxc_syntax::scope::ScopeId;

use crate::walk::Walk;

/// Where the walk is, as far as it matters here.
#[derive(Debug, Default)]
pub(crate) struct Defaults {
    /// The functions around.
    functions: Vec<ScopeId>,
    /// The functions in whose parameters the walk is, each with how many functions were around then.
    within: Vec<(ScopeId, usize)>,
}

impl Defaults {
    pub(crate) fn enter_function(&mut self, scope: Option<ScopeId>) {
        // A function without a scope has no parameters that anything could refer to.
        self.functions.push(scope.unwrap_or(ScopeId::new(0)));
    }

    pub(crate) fn leave_function(&mut self) {
        self.functions.pop();
    }

    pub(crate) fn enter_parameter(&mut self) {
        let scope = self.functions.last().copied().unwrap_or(ScopeId::new(0));
        self.within.push((scope, self.functions.len()));
    }

    pub(crate) fn leave_parameter(&mut self) {
        self.within.pop();
    }
}

impl Walk<'_, '_, '_> {
    /// A name is used that the script declares.
    pub(crate) fn default_uses(&mut self, name: &IdentifierReference<'_>) {
        let Defaults { functions, within } = &self.defaults;
        if within.is_empty() {
            return;
        }
        let scoping = self.names.scoping;
        let Some(symbol) = name.reference_id.get().and_then(|id| scoping.get_reference(id).symbol_id()) else { return };
        let declared_in = scoping.symbol_scope_id(symbol);
        let deeper = |&(scope, depth): &(ScopeId, usize)| scope == declared_in && functions.len() > depth;
        if within.iter().any(deeper) && scoping.symbol_is_mutated(symbol) {
            self.needs_boa("a function in a default value that shares a parameter", name.span.start);
        }
    }
}
