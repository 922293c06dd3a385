import Dispatchers
import Harness
import Hooks

// The shapes of join points that are not a plain method of a class. Those on an actor run on the main thread, where they
// are measured: an actor can have the executor of the main actor.

private actor Account {
    static let adding = ActorJoinPoint<Account, Int, Int>("add(_:)")

    nonisolated var unownedExecutor: UnownedSerialExecutor { MainActor.sharedUnownedExecutor }

    @inline(never)
    func addPlainly(_ number: Int) -> Int { number &+ 1 }

    @inline(never)
    func add(_ number: Int) -> Int { Self.adding(self, number) { $0 &+ 1 } }
}

@MainActor private final class Form {
    nonisolated static let adding = MainActorJoinPoint<Form, Int, Int>("add(_:)")

    @inline(never)
    func add(_ number: Int) -> Int { Self.adding(self, number) { $0 &+ 1 } }
}

private final class Loader: Sendable {
    static let loading = AsyncJoinPoint<Loader, Int, Int>("load(_:)")
    static let hooked = AsyncJoinPoint<Loader, Int, Int>("loadHooked(_:)")

    @inline(never)
    nonisolated(nonsending) func loadPlainly(_ number: Int) async -> Int { number &+ 1 }

    @inline(never)
    nonisolated(nonsending) func load(_ number: Int) async -> Int { await Self.loading(self, number) { $0 &+ 1 } }

    @inline(never)
    nonisolated(nonsending) func loadHooked(_ number: Int) async -> Int { await Self.hooked(self, number) { $0 &+ 1 } }
}

/// A method of an actor and of the main actor without hooks.
func hookingNothingOnActors() -> Benchmark {
    let account = Account()
    let form = MainActor.assumeIsolated { Form() }
    return Benchmark(
        "a method of an actor without hooks",
        [
            .init("plain") { times in
                account.assumeIsolated { account in
                    for number in 0..<times { keep(account.addPlainly(number)) }
                }
            },
            .ours("of an actor", .atMost(2, of: "plain")) { times in
                account.assumeIsolated { account in for number in 0..<times { keep(account.add(number)) } }
            },
            .ours("of the main actor", .atMost(2, of: "plain")) { times in
                MainActor.assumeIsolated { for number in 0..<times { keep(form.add(number)) } }
            },
        ]
    )
}

/// An asynchronous method without hooks, and one with a hook.
func hookingAsynchronously() -> Benchmark {
    let loader = Loader()
    let hook = Loader.hooked.before { _, number in keep(number) }
    return Benchmark(
        "an asynchronous method",
        [
            .init("plain", awaiting: { times in for number in 0..<times { keep(await loader.loadPlainly(number)) } }),
            .ours(
                "without hooks",
                awaiting: { times in for number in 0..<times { keep(await loader.load(number)) } }),
            .ours(
                "with 1 before hook",
                awaiting: { times in
                    for number in 0..<times { keep(await loader.loadHooked(number)) }
                    keep(hook)
                }),
        ]
    )
}

private actor Vault {
    static let loading = AsyncJoinPoint<Vault, Int, Int>("load(_:)")
    static let hooked = AsyncJoinPoint<Vault, Int, Int>("loadHooked(_:)")

    @inline(never)
    func loadPlainly(_ number: Int) async -> Int { number &+ 1 }

    @inline(never)
    func load(_ number: Int) async -> Int { await Self.loading(self, number) { $0 &+ 1 } }

    @inline(never)
    func loadHooked(_ number: Int) async -> Int { await Self.hooked(self, number) { $0 &+ 1 } }

    func loadAllPlainly(_ times: Int) async { for number in 0..<times { keep(await loadPlainly(number)) } }
    func loadAll(_ times: Int) async { for number in 0..<times { keep(await load(number)) } }
    func loadAllHooked(_ times: Int) async { for number in 0..<times { keep(await loadHooked(number)) } }
}

/// The same methods of an actor, called on it.
func hookingAsynchronouslyOnActors() -> Benchmark {
    let vault = Vault()
    let hook = Vault.hooked.before { _, number in keep(number) }
    return Benchmark(
        "an asynchronous method of an actor",
        measuring: .elapsedTime,
        [
            .init("plain", waiting { times in await vault.loadAllPlainly(times) }),
            .ours("without hooks", run: waiting { times in await vault.loadAll(times) }),
            .ours(
                "with 1 before hook",
                run: waiting { times in
                    await vault.loadAllHooked(times)
                    keep(hook)
                }),
        ]
    )
}

private final class Meter: Sendable {
    static let reading = JoinPoint<Meter, Int, Int>("read(_:)")

    @inline(never)
    func read(_ number: Int) -> Int { Self.reading(self, number) { $0 &+ 1 } }
}

/// A hook that concerns some of the calls against one that concerns all.
func hookingSome() -> Benchmark {
    let meter = Meter()
    func hooking(_ pointcut: Pointcut<Meter>) -> (_ times: Int) -> Void {
        { times in
            let hook = Meter.reading.before(on: pointcut) { _, number in keep(number) }
            for number in 0..<times { keep(meter.read(number)) }
            hook.cancel()
        }
    }
    return Benchmark(
        "a method hooked for some calls",
        [
            .init("all objects", hooking(.all)),
            .ours("one object", run: hooking(.object(meter))),
            .ours("with a condition", run: hooking(.when { _ in true })),
        ]
    )
}

private struct Screen: Sendable {}

extension Moment where Payload == Int {
    fileprivate static var willAppear: Self { Self("willAppear") }
}

/// A `Moment` without hooks, and one with twenty hooks.
func sendingMoments() -> Benchmark {
    let (quiet, busy) = (Lifecycle(), Lifecycle())
    let hooks = (0..<20).map { _ in busy.before(.willAppear, of: Screen.self) { _, number in keep(number) } }
    return Benchmark(
        "a Moment",
        [
            .ours("without hooks") { times in
                for number in 0..<times { quiet.send(.willAppear, to: Screen(), number) { keep($0) } }
            },
            .ours("with 20 before hooks") { times in
                for number in 0..<times { busy.send(.willAppear, to: Screen(), number) { keep($0) } }
                keep(hooks)
            },
        ]
    )
}
