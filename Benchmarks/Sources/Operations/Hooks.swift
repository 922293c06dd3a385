import Dispatchers
import Harness
import Hooks
import Synchronization

private protocol Counting: Sendable {}

private final class Counter: Counting {
    static let adding = JoinPoint<Counter, Int, Int>("add(_:)")
    static let paying = JoinPoint<Counter, Int, Int>("pay(_:)")

    @inline(never)
    func addPlainly(_ number: Int) -> Int { number &+ 1 }

    @inline(never)
    func add(_ number: Int) -> Int {
        Self.adding(self, number) { number in number &+ 1 }
    }

    @inline(never)
    func pay(_ number: Int) -> Int {
        Self.paying(self, number) { number in number &+ 2 }
    }

    @inline(never)
    func add(_ number: Int, before hooks: borrowing Closures<Before>) -> Int {
        for hook in hooks.current { hook(self, number) }
        return number &+ 1
    }

    @inline(never)
    func add(_ number: Int, around hooks: borrowing Closures<Around>) -> Int {
        proceed(hooks.current, 0, number)
    }

    private func proceed(_ hooks: [Around], _ index: Int, _ number: Int) -> Int {
        guard index < hooks.count else { return number &+ 1 }
        return hooks[index](self, number) { number in proceed(hooks, index + 1, number) }
    }
}

private typealias Before = @Sendable (Counter, Int) -> Void
private typealias Around = @Sendable (Counter, Int, (Int) -> Int) -> Int

/// What one would write by hand: closures in an array behind an atomic pointer, never released.
private struct Closures<Hook: Sendable>: ~Copyable {
    final class List: Sendable {
        let hooks: [Hook]
        init(_ hooks: [Hook]) { self.hooks = hooks }
    }

    private let list: Atomic<Unmanaged<List>>

    init(_ hook: Hook, count: Int) {
        list = Atomic(.passRetained(List(Array(repeating: hook, count: count))))
    }

    var current: [Hook] { list.load(ordering: .acquiring)._withUnsafeGuaranteedRef { $0.hooks } }
}

/// Calls something often, and lets no result go unused.
@inline(__always)
private func sum(_ times: Int, _ call: (Int) -> Int) {
    var sum = 0
    for number in 0..<times { sum &+= call(number) }
    keep(sum)
}

/// A method with a join point without hooks, never hooked or not any more, against the same method without a join
/// point.
func hookingNothing() -> Benchmark {
    let counter = Counter()
    // The first call of a join point makes it known, which takes as long as many others.
    keep(counter.pay(0))
    Counter.adding.before { _, _ in }.cancel()
    return Benchmark(
        "a method without hooks",
        [
            .init("plain") { times in sum(times) { number in counter.addPlainly(number) } },
            .ours("JoinPoint, never hooked", .atMost(1.8, stretch: 1.25, of: "plain")) { times in
                sum(times) { number in counter.pay(number) }
            },
            .ours("JoinPoint, hooked once", .atMost(1.8, stretch: 1.25, of: "plain")) { times in
                sum(times) { number in counter.add(number) }
            },
        ]
    )
}

/// Hooks before a method against the same closures called in a loop.
func hooking(_ count: Int) -> Benchmark {
    let counter = Counter()
    return Benchmark(
        "a method with \(count) before hooks",
        [
            .init("closures behind an atomic pointer") { times in
                let hooks = Closures<Before>({ _, number in keep(number) }, count: count)
                sum(times) { number in counter.add(number, before: hooks) }
            },
            .ours("JoinPoint", .atMost(3, stretch: 1, of: "closures behind an atomic pointer")) { times in
                let hooks = (0..<count).map { _ in Counter.adding.before { _, number in keep(number) } }
                sum(times) { number in counter.add(number) }
                keep(hooks)
            },
        ]
    )
}

/// Hooks around a method against closures that hand each other their `proceed` on the stack.
func hookingAround(_ count: Int) -> Benchmark {
    let counter = Counter()
    return Benchmark(
        "a method with \(count) around hooks",
        [
            .init("closures behind an atomic pointer") { times in
                let hooks = Closures<Around>({ _, number, proceed in proceed(number &+ 1) }, count: count)
                sum(times) { number in counter.add(number, around: hooks) }
            },
            .ours("JoinPoint", .atMost(3, stretch: 1, of: "closures behind an atomic pointer")) { times in
                let hooks = (0..<count).map { _ in Counter.adding.around { _, number, proceed in proceed(number &+ 1) }
                }
                sum(times) { number in counter.add(number) }
                keep(hooks)
            },
        ]
    )
}

/// A hook on all that conform to a protocol against one on a type.
func hookingProtocols() -> Benchmark {
    let counter = Counter()
    return Benchmark(
        "a method hooked by a pointcut",
        [
            .init("of a type") { times in
                let hook = Pointcut<Counter>.all.before { _, call in keep(call.name.utf8.count) }
                sum(times) { number in counter.add(number) }
                hook.cancel()
            },
            .ours("of a protocol", .atMost(3, of: "of a type")) { times in
                let hook = Pointcut<any Counting>.all.before { _, call in keep(call.name.utf8.count) }
                sum(times) { number in counter.add(number) }
                hook.cancel()
            },
            .ours("at the join point") { times in
                let hook = Counter.adding.before { _, number in keep(number) }
                sum(times) { number in counter.add(number) }
                hook.cancel()
            },
            .ours("at the join point, of a protocol") { times in
                let hook = Counter.adding.before(on: .kind(of: (any Counting).self)) { _, number in keep(number) }
                sum(times) { number in counter.add(number) }
                hook.cancel()
            },
        ]
    )
}
