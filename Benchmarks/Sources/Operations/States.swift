import Dispatchers
import Harness
import Synchronization
import Workloads

extension StateKeys {
    fileprivate static let number = StateKey("number", default: 0)
}

/// A set with observers against a post to as many.
func setting(with count: Int) -> Benchmark {
    let sinks = (0..<count).map { _ in Sink() }
    let (messages, states) = (MessageCenter(), ObserverCenter())
    let heard = sinks.map { sink in messages.observe(Int.self) { sink.take($0) } }
    let told = sinks.map { sink in states.observe(.number) { sink.take($0.new) } }
    return Benchmark(
        "a state with \(count) observers",
        [
            .init("MessageCenter.post") { times in
                for number in 0..<times { messages.post(number) }
                keep(heard)
            },
            .ours("ObserverCenter.set") { times in
                for number in 0..<times { states.set(.number, to: number) }
                keep(told)
            },
        ]
    )
}

/// Reading a state against reading a dictionary under a lock.
func reading() -> Benchmark {
    let dictionary = Dictionary()
    let states = ObserverCenter()
    states.set(.number, to: 7)
    return Benchmark(
        "reading a state",
        [
            .init("Mutex and dictionary") { times in for _ in 0..<times { keep(dictionary["number"]) } },
            .ours("ObserverCenter", .atMost(2, of: "Mutex and dictionary")) { times in
                for _ in 0..<times { keep(states[.number]) }
            },
        ]
    )
}

private final class Dictionary: Sendable {
    private let values = Mutex(["number": 7])
    subscript(key: String) -> Int? { values.withLock { $0[key] } }
}
