// Runs one operation and prints the functions of the libraries that it enters: `paths <name of the operation>`.
//
// Each operation runs once before, so that what only the first use makes is not counted. One that goes to another actor or
// task ends in the handler.
import CEntries
import Dispatchers
import Hooks
import Routing

struct ItemAdded: Sendable { let name: String }

protocol Badge: AnyObject { func show(_ count: Int) -> Int }

final class CountBadge: Badge, Sendable { func show(_ count: Int) -> Int { count } }

final class Loader: Sendable {
    static let loading = AsyncJoinPoint<Loader, Int, Int>("load(_:)")

    nonisolated(nonsending) func load(_ number: Int) async -> Int { await Self.loading(self, number) { $0 + 1 } }
}

extension StateKeys { static let count = StateKey("count", default: 0) }

/// An object whose `note` handlers on another actor call: the path ends there.
actor Shop {
    private let notes = AsyncStream<Void>.makeStream()

    func note() {
        endPath()
        notes.continuation.yield()
    }

    func waitForNote() async { for await _ in notes.stream { return } }
}

/// Runs an operation that returns when it has ended: once before, and once that counts.
nonisolated(nonsending) func run(_ operation: () async throws -> Void) async rethrows {
    try await operation()
    beginPath()
    try await operation()
    endPath()
}

/// Runs an operation that ends in a handler of the shop.
nonisolated(nonsending) func run(untilNoteOf shop: Shop, _ operation: () -> Void) async {
    operation()
    await shop.waitForNote()
    beginPath()
    operation()
    await shop.waitForNote()
}

let name = CommandLine.arguments.dropFirst().first ?? ""
let messages = MessageCenter()
let states = ObserverCenter()
let calls = ProtocolDispatcherCenter()
let shop = Shop()
var kept: [Registration] = []
nonisolated(unsafe) var number = 0

switch name {
case "post":
    kept.append(messages.observe(ItemAdded.self) { _ in })
    await run { messages.post(ItemAdded(name: "lamp")) }
case "post-actor":
    messages.observe(ItemAdded.self, by: shop) { shop, _ in shop.note() }
    await run(untilNoteOf: shop) { messages.post(ItemAdded(name: "lamp")) }
case "post-async":
    messages.observe(ItemAdded.self, by: shop) { shop, _ async in shop.note() }
    await run(untilNoteOf: shop) { messages.post(ItemAdded(name: "lamp")) }
case "set":
    kept.append(states.observe(.count) { _ in })
    await run {
        number += 1
        states[.count] = number
    }
case "set-actor":
    states.observe(.count, by: shop, options: .coalesces) { shop, _ in shop.note() }
    await run(untilNoteOf: shop) {
        number += 1
        states[.count] = number
    }
case "dispatch", "collect":
    let badge = CountBadge()
    kept.append(calls.register((any Badge).self) { badge })
    await run {
        if name == "dispatch" {
            calls.dispatch((any Badge).self) { _ = $0.show(1) }
        } else {
            _ = calls.collect((any Badge).self, .all) { $0.show(1) }
        }
    }
case "hook":
    kept.append(Pointcut<Loader>.named("load*").before { _, _ in })
    let loader = Loader()
    await run { _ = await loader.load(1) }
case "open", "open-parked":
    let router = Router(origins: ["shop://"])
    let guards = name == "open" ? [] : [Guard("signed in") { _ in .park(redirect: "/sign-in") }]
    try router.register {
        $0.on("/product/:id", guards: guards) { _ in }
        $0.on("/sign-in") { _ in }
    }
    await run { _ = await router.open("shop://product/42") }
default: fatalError("usage: paths <operation>, one of those in `count`")
}
