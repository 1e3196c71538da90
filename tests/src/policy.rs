//! Policy: which calls run, which rule said so, and which rules are refused before anything runs.

use codemode::{
    CallEnding, Callers, Config, Effect, FnTool, Label, Outcome, Policy, Rule, Sandbox, SandboxBuilder, Script,
    ToolModule, ToolSpec, Verdict,
};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::support::block_on;

/// `pay.refund`, `pay.list`, `web.fetch` (whose text is untrusted), `mail.send` (which only reads where it is a dry run).
fn modules() -> [ToolModule; 3] {
    let tool = |spec: ToolSpec, properties: Value| {
        let input_schema = json!({ "type": "object", "properties": properties, "additionalProperties": false });
        FnTool::new(ToolSpec { input_schema, ..spec }, |_, arguments| async { Ok(arguments) })
    };
    let number = json!({ "type": "number" });
    let text = json!({ "type": "string" });
    let refund = tool(ToolSpec::new("refund", Effect::External), json!({ "amount": number, "to": text }));
    let list = tool(ToolSpec::new("list", Effect::Read), json!({}));
    let untrusted = ToolSpec { labels: vec![Label::Untrusted], ..ToolSpec::new("fetch", Effect::Read) };
    let fetch = tool(untrusted, json!({ "url": text }));
    let send = tool(ToolSpec::new("send", Effect::External), json!({ "text": text, "dry_run": { "type": "boolean" } }))
        .effect_by(|arguments| if arguments["dry_run"] == true { Effect::Read } else { Effect::External });
    [
        ToolModule::new("pay", ()).add(refund).add(list),
        ToolModule::new("web", ()).add(fetch),
        ToolModule::new("mail", ()).add(send),
    ]
}

fn sandbox(policy: Policy) -> Sandbox {
    let builder = modules().into_iter().fold(Sandbox::builder(), SandboxBuilder::module);
    builder.policy(policy).build().expect("the sandbox is consistent")
}

/// Runs calls one after the other; prints `ok`, or the code of the error, for each.
fn script(calls: &[&str]) -> Script {
    let attempts: Vec<String> = calls
        .iter()
        .map(|call| format!("try {{ await tools.{call}; print('ok'); }} catch (e) {{ print(e.code); }}"))
        .collect();
    Script::new("calls.js", attempts.join("\n"))
}

fn run(policy: Policy, calls: &[&str]) -> Outcome {
    block_on(async { sandbox(policy).run(&script(calls)).await.expect("the machine runs sandboxes") })
}

#[track_caller]
fn prints(policy: Policy, calls: &[&str], lines: &str) -> Outcome {
    let outcome = run(policy, calls);
    assert_eq!(outcome.printed.text().trim().replace('\n', " "), lines, "{}", outcome.stop);
    outcome
}

fn refunds() -> Policy {
    let small = json!({ "properties": { "amount": { "maximum": 100 } } });
    Policy::new([Rule::allow(["pay.refund"]).args(small)])
}

#[test]
fn the_effect_of_a_call_can_depend_on_its_arguments() {
    let calls = ["mail.send({ text: 'a', dry_run: true })", "mail.send({ text: 'a' })"];
    let outcome = prints(Policy::allow_reads(), &calls, "ok denied");
    assert_eq!(outcome.journal[0].effect, Effect::Read);
    assert_eq!(outcome.journal[1].effect, Effect::External);
}

#[test]
fn arguments_decide_and_the_record_names_the_rule() {
    let outcome = prints(refunds(), &["pay.refund({ amount: 100 })", "pay.refund({ amount: 100.5 })"], "ok denied");
    let said = |at: usize| (outcome.journal[at].verdict, outcome.journal[at].rule.as_deref());
    assert_eq!(said(0), (Some(Verdict::Allow), Some("1")));
    assert_eq!(said(1), (Some(Verdict::Deny), Some("no rule matches")));
}

#[test]
fn what_is_left_out_does_not_fit_a_rule_that_allows() {
    prints(refunds(), &["pay.refund({ to: 'ann' })"], "denied");
    let dry = json!({ "properties": { "dry_run": { "const": true } } });
    let policy = || Policy::new([Rule::allow(["mail.send"]).args(dry.clone())]);
    prints(policy(), &["mail.send({ text: 'a' })", "mail.send({ text: 'a', dry_run: true })"], "denied ok");
    // Unless the rule says so.
    let optional = json!({ "properties": { "amount": { "maximum": 100 } }, "required": [] });
    prints(Policy::new([Rule::allow(["pay.refund"]).args(optional)]), &["pay.refund({ to: 'ann' })"], "ok");
    // A rule that denies denies what does not show that it is harmless.
    let forced = json!({ "properties": { "dry_run": { "const": false } } });
    let policy = Policy::allow_all().overruled_by(Rule::deny(["mail.send"]).args(forced));
    prints(policy, &["mail.send({ text: 'a' })", "mail.send({ text: 'a', dry_run: true })"], "denied ok");
}

#[test]
fn a_rule_has_a_number_of_calls_and_what_is_beyond_does_not_go_on_to_the_next() {
    let policy = Policy::new([Rule::allow(["pay.refund"]).calls(2), Rule::allow(["pay.*"]), Rule::allow(["web.*"])]);
    let refund = "pay.refund({ amount: 1 })";
    let outcome = prints(policy, &[refund, refund, refund, "pay.list()"], "ok ok budget ok");
    expect!["pay.refund is refused: all 2 calls that the policy allows in one run were made (rule 1). Do without further calls"]
        .assert_eq(outcome.journal[2].message.as_deref().unwrap_or_default());
    assert_eq!(outcome.journal[2].ending, CallEnding::Refused);
}

#[test]
fn a_total_is_exact_and_refuses_what_cannot_be_added() {
    let policy = || Policy::new([Rule::allow(["pay.refund"]).total("amount", 1.0)]);
    // As floating-point numbers, ten times 0.1 is less than 1.
    let tenths = "pay.refund({ amount: 0.1 })";
    let outcome = prints(policy(), &[tenths; 11], "ok ok ok ok ok ok ok ok ok ok budget");
    expect!["pay.refund is refused: `amount` would add up to more than the 1 that the policy allows in one run; 0 is left (rule 1). Do without further calls"]
        .assert_eq(outcome.journal[10].message.as_deref().unwrap_or_default());
    let strange = [
        "pay.refund({ amount: -5 })",
        "pay.refund({ amount: 1e300 })",
        "pay.refund({ amount: 5e-324 })",
        "pay.refund({ amount: NaN })",
        "pay.refund({ to: 'ann' })",
        "pay.refund({ amount: 1.0000000000000002 })",
        "pay.refund({ amount: 1 })",
    ];
    // NaN is `null` in JSON, which the tool's schema refuses first.
    let outcome = run(policy(), &strange);
    let codes: Vec<&str> = outcome.printed.text().lines().collect();
    assert_eq!(codes[..3], ["budget"; 3], "{codes:?}");
    assert_ne!(codes[3], "ok");
    assert_eq!(codes[4..], ["budget", "budget", "ok"]);
}

#[test]
fn calls_made_at_once_share_a_budget_in_their_order() {
    let policy = Policy::new([Rule::allow(["pay.refund"]).calls(20).total("amount", 50.0)]);
    let script = Script::new(
        "at_once.js",
        "const all = Array.from({ length: 40 }, (_, i) => tools.pay.refund({ amount: i === 3 ? 40 : 1 }));
         print((await Promise.allSettled(all)).map(one => one.status === 'fulfilled' ? 1 : 0).join(''));",
    );
    let outcome = block_on(async { sandbox(policy).run(&script).await.unwrap() });
    // 3, 40 and 7 make 50, so eleven calls fit.
    assert_eq!(outcome.printed.text().trim(), format!("{}{}", "1".repeat(11), "0".repeat(29)));
}

#[test]
fn a_refused_call_takes_nothing_from_any_budget() {
    let both = Rule::allow(["pay.refund"]).calls(2).total("amount", 10.0);
    let calls = ["pay.refund({ amount: 11 })", "pay.refund({ amount: 5 })", "pay.refund({ amount: 5 })"];
    prints(Policy::new([both]), &calls, "budget ok ok");
}

#[test]
fn who_calls_and_for_whom_decide() {
    let scripts = Policy::new([Rule::allow(["pay.list"]).callers(Callers::Script)]);
    prints(scripts.clone(), &["pay.list()"], "ok");
    let ann = Policy::new([Rule::allow(["pay.list"]).principals(["ann", "staff:*"])]);
    block_on(async {
        let direct = sandbox(scripts).call("pay.list", json!({})).await.unwrap();
        assert_eq!(direct.reply.unwrap_err().code, "denied");
        let (sandbox, script) = (sandbox(ann), script(&["pay.list()"]));
        for (principal, line) in [("ann", "ok\n"), ("anna", "denied\n"), ("staff:bob", "ok\n"), ("", "denied\n")] {
            let outcome = sandbox.run(&script).principal(principal).await.unwrap();
            assert_eq!(outcome.printed.text(), line, "{principal:?}");
        }
    });
}

#[test]
fn a_tool_says_who_may_call_it_and_no_rule_changes_that() {
    let tool = |name: &str, callers| {
        FnTool::new(ToolSpec { callers, ..ToolSpec::new(name, Effect::Read) }, |_, _| async { Ok(1) })
    };
    let module = ToolModule::new("t", ())
        .add(tool("script", Callers::Script))
        .add(tool("direct", Callers::Direct))
        .add(tool("both", Callers::Both));
    let sandbox = Sandbox::builder().module(module).policy(Policy::allow_all()).build().unwrap();
    block_on(async {
        for (name, code) in [("script", Some("denied")), ("direct", None), ("both", None)] {
            let called = sandbox.call(format!("t.{name}"), json!({})).await.unwrap();
            assert_eq!(called.reply.err().map(|error| error.code).as_deref(), code, "{name}");
        }
        let source = "print(Object.keys(tools.t).join(), await tools.t.script(), await tools.t.both());";
        let outcome = sandbox.run(&Script::new("callers.js", source)).await.unwrap();
        assert_eq!(outcome.printed.text(), "script,both 1 1\n", "{}", outcome.stop);
    });
}

#[test]
fn a_runs_own_policy_only_narrows() {
    let sandbox = sandbox(Policy::new([Rule::allow(["pay.*"]), Rule::deny(["mail.*"])]));
    let script = script(&["pay.list()", "pay.refund({ amount: 1 })", "mail.send({ text: 'a' })"]);
    block_on(async {
        let narrower = Policy::new([Rule::allow(["*"]).effects([Effect::Read]), Rule::allow(["mail.*"])]);
        let outcome = sandbox.run(&script).policy(narrower).await.unwrap();
        assert_eq!(outcome.printed.text(), "ok\ndenied\ndenied\n");
        let rules: Vec<_> = outcome.journal.iter().filter_map(|record| record.rule.as_deref()).collect();
        assert_eq!(rules, ["1; of the run: 1", "1; of the run: no rule matches", "2; of the run: 2"]);
        // Budgets hold on both.
        let one = Policy::new([Rule::allow(["pay.*"]).calls(1), Rule::allow(["mail.*"])]);
        let outcome = sandbox.run(&script).policy(one).await.unwrap();
        assert_eq!(outcome.printed.text(), "ok\nbudget\ndenied\n");
        let error = sandbox.run(&script).policy(Policy::new([Rule::allow(["pya.*"])])).await.unwrap_err();
        assert_eq!(error.to_string(), "policy rule 1: `pya.*` matches no tool");
    });
}

#[test]
fn after_untrusted_text_nothing_leaves() {
    let policy = || {
        Policy::allow_all().overruled_by(
            Rule::deny(["*"])
                .effects([Effect::External])
                .after([Label::Untrusted])
                .because("a web page was read before"),
        )
    };
    let calls = ["mail.send({ text: 'a' })", "web.fetch({ url: 'x' })", "pay.list()", "mail.send({ text: 'a' })"];
    let outcome = prints(policy(), &calls, "ok ok ok denied");
    let message = outcome.journal[3].message.as_deref().unwrap_or_default();
    assert!(message.contains("denied by policy (rule 1): a web page was read before"), "{message}");
    // Calls made at once are decided on in the order in which they were made.
    let at_once = Script::new(
        "at_once.js",
        "const all = [tools.web.fetch({ url: 'x' }), tools.mail.send({ text: 'a' })];
         print((await Promise.allSettled(all)).map(one => one.reason?.code ?? 'ok').join(' '));",
    );
    block_on(async {
        let sandbox = sandbox(policy());
        let outcome = sandbox.run(&at_once).await.unwrap();
        assert_eq!(outcome.printed.text(), "ok denied\n");
        // A fetch that was refused brought nothing in.
        let refused = script(&["web.fetch({ uri: 'x' })", "mail.send({ text: 'a' })"]);
        let outcome = sandbox.run(&refused).await.unwrap();
        assert_eq!(outcome.printed.text(), "invalid_arguments\nok\n");
        let outcome = sandbox.run(&script(&["mail.send({ text: 'a' })"])).labels([Label::Untrusted]).await.unwrap();
        assert_eq!(outcome.printed.text(), "denied\n");
    });
    let ask = Policy::new([Rule::ask(["mail.*"]).after([Label::Untrusted]), Rule::allow(["*"])]);
    prints(
        ask,
        &["mail.send({ text: 'a' })", "web.fetch({})", "mail.send({ text: 'a' })"],
        "ok ok approval_unavailable",
    );
}

#[test]
fn what_can_be_said_before_there_is_a_call_is_every_rule_that_may_decide() {
    let policy = refunds().rule(Rule::allow(["pay.*"]).effects([Effect::Read])).rule(Rule::deny(["*"]).at("last"));
    let outlook = |tool: &str, effect| {
        let rules = policy.outlook(tool, effect);
        rules.iter().map(|rule| format!("{} {}", rule.verdict, rule.rule)).collect::<Vec<_>>()
    };
    assert_eq!(outlook("pay.refund", Effect::External), ["allow 1", "deny 3 (last)"]);
    assert_eq!(outlook("pay.list", Effect::Read), ["allow 2"]);
    assert_eq!(refunds().outlook("pay.list", Effect::Read)[0].rule, "no rule matches");
}

/// What is wrong with some rules.
#[track_caller]
fn refuses(rules: &str, says: &Expect) {
    let config = Config::from_toml("codemode.toml", rules);
    let built = config
        .map(|config| modules().into_iter().fold(Sandbox::builder(), SandboxBuilder::module).config(&config).build());
    let error = match built {
        Err(error) | Ok(Err(error)) => error.to_string(),
        Ok(Ok(_)) => "accepted".into(),
    };
    says.assert_eq(&error);
}

#[test]
fn rules_of_a_file_can_say_all_that_and_records_name_their_line() {
    let text = r#"
[[rule]]
tools = ["pay.refund"]
args = { properties = { amount = { maximum = 1000 } } }
callers = "model"
principals = ["ann"]
verdict = "ask"
calls = 20
total = { field = "amount", max = 5000 }

[[rule]]
tools = ["*"]
effects = ["external"]
after = ["untrusted"]
verdict = "deny"

[[rule]]
tools = ["*"]
verdict = "allow"
"#;
    let config = Config::from_toml("codemode.toml", text).unwrap();
    let outcome = run(config.policy, &["web.fetch({})", "mail.send({ text: 'a' })"]);
    let rules: Vec<_> = outcome.journal.iter().filter_map(|record| record.rule.as_deref()).collect();
    assert_eq!(rules, ["3 (codemode.toml:17)", "2 (codemode.toml:11)"]);
}

#[test]
fn rules_that_cannot_be_meant_are_refused_with_their_line() {
    let rule = |rest: &str| format!("[[rule]]\nverdict = \"allow\"\n{rest}");
    refuses(
        &rule("tools = [\"pay.refnd\"]"),
        &expect!["policy rule 1 (codemode.toml:1): `pay.refnd` matches no tool; did you mean pay.refund?"],
    );
    refuses(
        &rule("tools = [\"pay.refund\"]\nargs = { properties = { amont = { maximum = 5 } } }"),
        &expect![
            "policy rule 1 (codemode.toml:1): `args` names `amont`, which none of its tools takes; did you mean amount?"
        ],
    );
    refuses(
        &rule("tools = [\"pay.refund\"]\nargs = { properties = { amount = { maximun = 5 } } }"),
        &expect![
            "policy rule 1 (codemode.toml:1): `args` has `maximun`, which is no keyword of JSON Schema (arguments stand under `properties`); did you mean `maximum`?"
        ],
    );
    refuses(
        &rule("tools = [\"pay.refund\"]\nargs = { amount = { maximum = 5 } }"),
        &expect![
            "policy rule 1 (codemode.toml:1): `args` has `amount`, which is no keyword of JSON Schema (arguments stand under `properties`)"
        ],
    );
    refuses(
        &rule("tools = [\"pay.refund\"]\nargs = { properties = { amount = { maximum = \"5\" } } }"),
        &expect![[r#"policy rule 1 (codemode.toml:1): `args` is not valid JSON Schema: "5" is not of type "number""#]],
    );
    refuses(
        &rule("tools = [\"pay.refund\"]\nargs = { \"$ref\" = \"http://127.0.0.1/x.json\" }"),
        &expect![
            "policy rule 1 (codemode.toml:1): `args` refers to something outside of itself, and nothing is ever fetched: Resource 'http://127.0.0.1/x.json' is not present in a registry and retrieving it failed: Retrieval is disabled, cannot fetch http://127.0.0.1/x.json"
        ],
    );
    refuses(
        &rule("tools = [\"pay.refund\"]\ntotal = { field = \"to\", max = 5 }"),
        &expect![
            "policy rule 1 (codemode.toml:1): `total` adds up `to`, which pay.refund does not declare as a number or integer"
        ],
    );
    refuses(
        &rule("tools = [\"pay.*\"]\ntotal = { field = \"amount\", max = 5 }"),
        &expect![
            "policy rule 1 (codemode.toml:1): `total` names `amount`, which not all of its tools take: pay.list does not"
        ],
    );
    refuses(
        &rule("tools = [\"pay.refund\"]\ntotal = { field = \"amount\", max = nan }"),
        &expect!["policy rule 1 (codemode.toml:1): `total.max` is not a number"],
    );
    refuses(
        &rule("tools = [\"pay.refund\"]\ncalls = 0"),
        &expect![[
            r#"policy rule 1 (codemode.toml:1): `calls` is 0, so it lets nothing through; write verdict = "deny""#
        ]],
    );
    refuses(
        "[[rule]]\nverdict = \"deny\"\ntools = [\"pay.refund\"]\ncalls = 5",
        &expect![
            "policy rule 1 (codemode.toml:1): `calls` and `total` bound what a rule lets through, and this one denies; remove them"
        ],
    );
    refuses(
        &(rule("tools = [\"pay.*\"]\n\n")
            + &rule("tools = [\"pay.refund\"]\nargs = { properties = { amount = { maximum = 5 } } }")),
        &expect![
            "policy rule 2 (codemode.toml:5): it can never apply: earlier rules decide all its calls; move it up or remove it"
        ],
    );
    // A rule with conditions leaves the rest to later ones.
    refuses(
        &(rule("tools = [\"pay.refund\"]\nprincipals = [\"ann\"]\n\n") + &rule("tools = [\"pay.refund\"]")),
        &expect!["accepted"],
    );
    refuses(
        &rule("tools = [\"pay.refund\"]\namount = 5"),
        &expect![
            "codemode.toml:4:1: unknown field `amount`, expected one of `tools`, `effects`, `args`, `callers`, `principals`, `after`, `verdict`, `calls`, `total`, `reason`"
        ],
    );
    refuses(
        &rule("tools = [\"pay.refund\"]\nafter = [\"tainted\"]"),
        &expect!["codemode.toml:4:10: unknown variant `tainted`, expected `untrusted` or `private`"],
    );
    refuses(
        &rule("tools = [\"pay.list\"]\neffects = [\"external\"]"),
        &expect!["policy rule 1 (codemode.toml:1): none of its tools has one of its effects and one of its callers"],
    );
}
