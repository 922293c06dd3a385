import Dispatchers
import Harness
import Synchronization

/// What a handler does: about a nanosecond of work on an object of its own.
private final class Sink: @unchecked Sendable {
    @exclusivity(unchecked) private var sum = 0
    func take(_ number: Int) { sum &+= number }
}

/// A post against calling as many closures in a loop.
func posting(to count: Int) -> Benchmark {
    let sinks = (0..<count).map { _ in Sink() }
    let closures: [(Int) -> Void] = sinks.map { sink in { sink.take($0) } }
    let center = MessageCenter()
    let registrations = sinks.map { sink in center.observe(Int.self) { sink.take($0) } }
    return Benchmark(
        "a message to \(count)",
        [
            .init("closures in a loop") { times in
                for number in 0..<times { for closure in closures { closure(number) } }
            },
            .init("MessageCenter.post") { times in
                for number in 0..<times { center.post(number) }
                keep(registrations)
            },
        ]
    )
}

/// A post that nobody hears against locking once.
func postingToNobody() -> Benchmark {
    let mutex = Locked()
    let center = MessageCenter()
    return Benchmark(
        "a message to nobody",
        [
            .init("Mutex") { times in for number in 0..<times { mutex.set(number) } },
            .init("MessageCenter.post") { times in for number in 0..<times { center.post(number) } },
        ]
    )
}

private final class Locked: Sendable {
    private let value = Mutex(0)
    func set(_ number: Int) { value.withLock { $0 = number } }
}
