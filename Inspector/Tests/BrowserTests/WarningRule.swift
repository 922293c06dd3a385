/// What happened in an app, and the warning of it.
struct WarningRule: Sendable {
    let name: String

    /// What happened, as code of the page.
    let code: String

    /// The title and the first case; `nil` where nothing is warned of.
    let warning: String?

    /// Functions for what happens: events, tables, and censuses ten seconds apart.
    static let tools = """
        const ms = 1e6;
        let id = 0;
        const events = [];
        const event = (kind, subject, took, more = {}) => {
          const event = { id: ++id, kind, subject, at: "A.swift:1", receiver: "B.swift:2", outcome: "done", time: 0,
            took, thread: 1, values: [], effects: [], ...more };
          event.parent?.effects.push(event);
          events.push(event);
          return event;
        };
        const tables = { now: 0, centers: [], joinPoints: [], pointcuts: [], routers: [] };
        const center = (more) => ({ kind: "messages", name: "app", observations: [], states: [], retained: [],
          children: [], ...more });
        const observers = (count, more) => Array.from({ length: count }, () =>
          ({ what: "Tick", at: "B.swift:2", form: "synchronous", waiting: 0, dropped: 0, ...more }));
        const count = (...lists) => lists.forEach((list) => {
          tables.centers = [].concat(list);
          census.take(tables);
          tables.now += 10e9;
        });
        """

    static let all = [
        WarningRule(
            name: "more than 100 observations of one line, whose number grows",
            code: "count(...[100, 105, 106, 107].map((n) => center({ observations: observers(n) })))",
            warning: "Registered again and again: Tick at B.swift:2, 107"),
        WarningRule(
            name: "many observations of one line, whose number does not grow any more",
            code: "count(...[10, 200, 200, 200, 200].map((n) => center({ observations: observers(n) })))",
            warning: nil),
        WarningRule(
            name: "many observations of one line, of which some end",
            code: "count(...[101, 102, 103, 90, 120].map((n) => center({ observations: observers(n) })))",
            warning: nil),
        WarningRule(
            name: "few observations of one line",
            code: "count(...[97, 98, 99, 100].map((n) => center({ observations: observers(n) })))", warning: nil),
        WarningRule(
            name: "owners that grow in number while scopes are closed",
            code: """
                const screens = (n) => observers(n, { owner: "Screen" });
                count(...[1, 2, 3, 4].map((n) => center({ observations: screens(n), children: n % 2 ? [center()] : [] })))
                """,
            warning: "Owners that live on: observations of Screen, 4"),
        WarningRule(
            name: "owners that grow in number while no scope is closed",
            code: "count(...[1, 2, 3, 4].map((n) => center({ observations: observers(n, { owner: 'Screen' }) })))",
            warning: nil),
        WarningRule(
            name: "owners that end with the scope of a service",
            code: """
                const scope = (n) => ({ lifetime: "center", number: 1, children: [{ lifetime: "visit", number: n,
                  children: [] }] });
                count(...[2, 3, 2, 3, 2].map((n, i) => center({ services: scope(i),
                  observations: observers(n, { owner: "Screen" }) })))
                """, warning: nil),
        WarningRule(
            name: "a handler on the main actor that takes longer than a frame",
            code: """
                count(center({ observations: observers(1, { on: "MainActor" }) }));
                event("delivery", "Tick", 17 * ms)
                """, warning: "Blocks the main actor: delivery Tick at B.swift:2: 17 ms, 1"),
        WarningRule(
            name: "a hook on the main actor that takes longer than a frame",
            code: """
                tables.joinPoints = [{ name: "Page.open()", isOnMainActor: true }];
                event("hook", "Page.open()", 17 * ms)
                """,
            warning: "Blocks the main actor: hook Page.open() at B.swift:2: 17 ms, 1"),
        WarningRule(
            name: "a handler elsewhere that takes longer than a frame",
            code: "event('delivery', 'Tick', 17 * ms)", warning: nil),
        WarningRule(
            name: "an asynchronous handler on the main actor, which waits",
            code: """
                count(center({ observations: observers(1, { on: "MainActor", form: "asynchronous" }) }));
                event("delivery", "Tick", 170 * ms)
                """, warning: nil),
        WarningRule(
            name: "a slow handler, but not the post around it",
            code: """
                const post = event("post", "Tick", 102 * ms);
                event("delivery", "Tick", 101 * ms, { parent: post })
                """,
            warning: "Slow: delivery Tick at B.swift:2: 101 ms, 1"),
        WarningRule(
            name: "a set that is slow by itself",
            code: "event('set', 'cart', 101 * ms, { receiver: undefined })",
            warning: "Slow: set cart at A.swift:1: 101 ms, 1"),
        WarningRule(
            name: "a link whose guards wait, and a span",
            code: """
                event("route", "/orders", 5000 * ms);
                event("guard", "signed in", 4000 * ms);
                event("span", "load", 900 * ms)
                """,
            warning: nil),
        WarningRule(
            name: "a call that takes ten times as long as 99 of 100",
            code: """
                for (let i = 0; i < 99; i++) event("delivery", "Tick", ms);
                event("delivery", "Tick", 17 * ms)
                """,
            warning: "Slow at times: delivery Tick at B.swift:2: 17 ms, 1"),
        WarningRule(
            name: "one slow call of a few, and calls that are all slow",
            code: """
                for (let i = 0; i < 50; i++) event("delivery", "Tick", ms);
                event("delivery", "Tick", 17 * ms);
                for (let i = 0; i < 200; i++) event("delivery", "Tock", (17 + i / 10) * ms);
                """, warning: nil),
        WarningRule(
            name: "an event that runs for more than 5 s, with no event after it",
            code: "event('delivery', 'Tick', -1, { outcome: 'running' }); tables.now = 5001 * ms",
            warning: "Still running after 5 s: delivery Tick at B.swift:2, 1"),
        WarningRule(
            name: "an event that runs for less than 5 s",
            code: "event('delivery', 'Tick', -1, { outcome: 'running' }); tables.now = 4999 * ms", warning: nil),
        WarningRule(
            name: "a span that runs, and an event whose end was lost",
            code: """
                event("span", "serve", -1, { outcome: "running" });
                event("delivery", "Tick", -1, { outcome: "end unknown" });
                tables.now = 5001 * ms
                """, warning: nil),
        WarningRule(
            name: "a handler on the main actor whose observer has ended since",
            code: """
                count(center({ observations: observers(1, { on: "MainActor" }) }), center());
                event("delivery", "Tick", 17 * ms)
                """, warning: "Blocks the main actor: delivery Tick at B.swift:2: 17 ms, 1"),
        WarningRule(
            name: "a message without a receiver",
            code: "event('post', 'Tick', 1, { outcome: 'unreceived' })",
            warning: "Received by nothing: post Tick at B.swift:2, 1"),
        WarningRule(
            name: "a link that opened nothing", code: "event('route', '/x', 1, { outcome: 'notFound' })",
            warning: "A URL that opened nothing: route /x at B.swift:2, 1"),
        WarningRule(
            name: "a handler of a route that always declines",
            code: """
                for (let i = 0; i < 3; i++) {
                  const parent = event("route", "/old", 1);
                  event("delivery", "/old", 1, { parent, receiver: "Old.swift:1" });
                  event("delivery", "/old", 1, { parent });
                }
                """, warning: "Always declines: the handler at Old.swift:1, 3"),
        WarningRule(
            name: "a handler of a route that declined twice, and one that declined and handled",
            code: """
                for (let i = 0; i < 5; i++) {
                  const parent = event("route", "/old", 1);
                  if (i < 2) event("delivery", "/old", 1, { parent, receiver: "Old.swift:1" });
                  if (i < 4) event("delivery", "/old", 1, { parent, receiver: "Few.swift:1" });
                  else event("delivery", "/old", 1, { parent, receiver: "Few.swift:1" });
                }
                """, warning: nil),
        WarningRule(
            name: "a cycle that was refused, with the chain",
            code: """
                let parent;
                for (const [kind, subject] of [["set", "a"], ["post", "Tick"], ["delivery", "Tick"], ["set", "a"],
                  ["delivery", "a"]]) parent = event(kind, subject, 1, { parent });
                event("post", "Tick", 1, { parent, outcome: 'refused("too many causes")' })
                """,
            warning: "Refused: post Tick at B.swift:2: refused(\"too many causes\") ← set a ← post Tick, 1"),
        WarningRule(
            name: "a redirect to a circle",
            code: "event('route', '/a', 1, { outcome: 'failed: A route redirected to /a, after too many.' })",
            warning: "Failed: route /a at B.swift:2: failed: A route redirected to /a, after too many., 1"),
        WarningRule(
            name: "a full queue, counted once",
            code: """
                count(center({ observations: observers(1, { dropped: 3 }) }));
                for (let i = 0; i < 3; i++) event("delivery", "Tick", 1, { outcome: "dropped" })
                """, warning: "Missed: Tick at B.swift:2, 3"),
        WarningRule(
            name: "a pointcut that matches nothing",
            code: "tables.pointcuts = [{ hook: { what: 'Page*', at: 'C.swift:3' }, joinPoints: [] }]",
            warning: "A pointcut that matches nothing: Page* at C.swift:3, 1"),
        WarningRule(
            name: "a state that is observed and was not set for a minute",
            code: """
                tables.centers = [center({ kind: "states", states: [{ name: "user", observers: 1 }] })];
                tables.since = 0;
                tables.now = 61e9
                """,
            warning: "Hint: user, 1"),
        WarningRule(
            name: "a state that is set and not observed for a minute",
            code: """
                tables.centers = [center({ kind: "states", states: [{ name: "user", observers: 0, lastSet: "A:1" }] })];
                tables.since = 0;
                tables.now = 61e9
                """,
            warning: "Hint: user, 1"),
        WarningRule(
            name: "a state that is set in a center and observed in one inside it",
            code: """
                const inner = center({ kind: "states", states: [{ name: "user", observers: 1 }] });
                tables.centers = [center({ kind: "states", children: [inner],
                  states: [{ name: "user", observers: 0, lastSet: "A:1" }] })];
                tables.since = 0;
                tables.now = 61e9
                """, warning: nil),
        WarningRule(
            name: "states and routes within the first minute",
            code: """
                tables.centers = [center({ kind: "states", states: [{ name: "user", observers: 1 }] })];
                tables.routers = [{ routes: [{ pattern: "/new", at: "R.swift:1" }] }];
                tables.since = 0;
                tables.now = 59e9
                """, warning: nil),
        WarningRule(
            name: "a route that was never opened in a minute, and one that was",
            code: """
                event("delivery", "/orders", 1, { receiver: "R.swift:2" });
                tables.routers = [{ routes: [{ pattern: "/orders", at: "R.swift:2" }, { pattern: "/a", redirect: "/b",
                  at: "R.swift:3" }, { pattern: "/new", at: "R.swift:1" }] }];
                tables.since = 0;
                tables.now = 61e9
                """, warning: "Hint: /new at R.swift:1, 1"),
    ]
}
