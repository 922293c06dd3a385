import Dispatchers
import Harness
import Synchronization
import Workloads

private struct Cart: Sendable, Equatable {
    var items: [String] = ["lamp", "candle"]
    var total = 0
}

extension StateKeys {
    fileprivate static let count = StateKey("count", default: 0)
    fileprivate static let cart = StateKey("cart", default: Cart())
    fileprivate static let numbers = StateKey("numbers", default: [Int](repeating: 1, count: 100_000))
}

/// An update in place against a set.
func updating(with count: Int) -> Benchmark {
    let states = ObserverCenter()
    let told = (0..<count).map { _ in
        let sink = Sink()
        return states.observe(.count) { sink.take($0.new) }
    }
    return Benchmark(
        "a state with \(count) observers, updated",
        [
            .init("ObserverCenter.set") { times in for number in 0..<times { states.set(.count, to: number) } },
            .ours("ObserverCenter.update", .atMost(1.5, of: "ObserverCenter.set")) { times in
                for _ in 0..<times { states.update(.count) { $0 += 1 } }
                keep(told)
            },
        ]
    )
}

/// An element more in an array of 100,000, and out again, against the same behind a lock.
func appending() -> Benchmark {
    let (states, locked) = (ObserverCenter(), Numbers())
    states.set(.numbers, to: [Int](repeating: 2, count: 100_000))
    return Benchmark(
        "appending to a state of 100,000 numbers",
        [
            .init("Mutex") { times in for number in 0..<times { locked.append(number) } },
            .ours("ObserverCenter.update", .atMost(10, of: "Mutex")) { times in
                for number in 0..<times {
                    states.update(.numbers) { numbers in
                        numbers.append(number)
                        numbers.removeLast()
                    }
                }
            },
        ]
    )
}

private final class Numbers: Sendable {
    private let numbers = Mutex([Int](repeating: 1, count: 100_000))

    func append(_ number: Int) {
        numbers.withLock { numbers in
            numbers.append(number)
            numbers.removeLast()
        }
    }
}

/// A part of a state, told and read, against the whole.
func parts() -> [Benchmark] {
    let (whole, partly) = (ObserverCenter(), ObserverCenter())
    let told = (0..<10).map { _ in
        let sink = Sink()
        return (
            whole.observe(.cart) { sink.take($0.new.total) }, partly.observe(.cart[\.total]) { sink.take($0.new) }
        )
    }
    return [
        Benchmark(
            "a state with 10 observers of a part",
            [
                .init("of the whole") { times in
                    for number in 0..<times { whole.set(.cart, to: Cart(total: number)) }
                },
                .ours("of a part", .atMost(4, of: "of the whole")) { times in
                    for number in 0..<times { partly.set(.cart, to: Cart(total: number)) }
                    keep(told)
                },
            ]
        ),
        Benchmark(
            "reading a part of a state",
            [
                .init("the whole") { times in for _ in 0..<times { keep(whole[.cart].total) } },
                .ours("a part") { times in for _ in 0..<times { keep(whole[.cart[\.total]]) } },
            ]
        ),
    ]
}

/// Observing a state and cancelling that, against the same for a message.
func observingStates() -> Benchmark {
    let (messages, states) = (MessageCenter(), ObserverCenter())
    return Benchmark(
        "observing and cancelling a state",
        [
            .init("MessageCenter") { times in for _ in 0..<times { messages.observe(Int.self) { _ in }.cancel() } },
            .ours("ObserverCenter") { times in for _ in 0..<times { states.observe(.count) { _ in }.cancel() } },
        ]
    )
}

/// What an app does at launch: 500 who observe.
func launching() -> Benchmark {
    Benchmark(
        "500 observers in a new center",
        [
            .ours("of a message") { times in
                for _ in 0..<times {
                    let center = MessageCenter()
                    keep((0..<500).map { number in center.observe(Int.self) { _ in keep(number) } })
                }
            },
            .ours("of a state") { times in
                for _ in 0..<times {
                    let center = ObserverCenter()
                    keep((0..<500).map { number in center.observe(.count) { _ in keep(number) } })
                }
            },
        ]
    )
}
