import Dispatchers
import Harness

private final class Counter: Sendable {
    static let adding = JoinPoint<Counter, Int, Int>("add(_:)")

    @inline(never)
    func addPlainly(_ number: Int) -> Int { number &+ 1 }

    @inline(never)
    func add(_ number: Int) -> Int {
        Self.adding(self, number) { number in number &+ 1 }
    }
}

/// A method with a join point against the same one without.
func hooking(_ count: Int) -> Benchmark {
    let counter = Counter()
    return Benchmark(
        "a method with \(count) before hooks",
        [
            .init("plain") { times in for number in 0..<times { keep(counter.addPlainly(number)) } },
            .init("JoinPoint") { times in
                let hooks = (0..<count).map { _ in Counter.adding.before { _, _ in } }
                for number in 0..<times { keep(counter.add(number)) }
                keep(hooks)
            },
        ]
    )
}
