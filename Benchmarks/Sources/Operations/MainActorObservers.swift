import Dispatchers
import Harness
import Workloads

private protocol Receiver: Sendable { func take(_ number: Int) }

extension Sink: Receiver {}

extension StateKeys {
    fileprivate static let shown = StateKey("shown", default: 0)
}

/// Posts, sets and calls on the main actor to ten who observe there, against the same of ten on no actor.
func tellingOnMainActor() -> [Benchmark] {
    let sinks = (0..<10).map { _ in Sink() }
    return [
        telling(
            "a message to 10 on the main actor", { MessageCenter() },
            observe: { center in sinks.map { sink in center.observe(Int.self) { sink.take($0) } } },
            observeThere: { center in sinks.map { sink in center.observe(Int.self) { @MainActor in sink.take($0) } } },
            tell: { center, number in center.post(number) }),
        telling(
            "a state with 10 observers on the main actor", { ObserverCenter() },
            observe: { center in sinks.map { sink in center.observe(.shown) { sink.take($0.new) } } },
            observeThere: { center in
                sinks.map { sink in center.observe(.shown) { @MainActor in sink.take($0.new) } }
            },
            tell: { center, number in center.set(.shown, to: number) }),
        telling(
            "a call to 10 on the main actor", { ProtocolDispatcherCenter() },
            observe: { center in sinks.map { sink in center.register((any Receiver).self) { sink } } },
            observeThere: { center in
                sinks.map { sink in center.register((any Receiver).self) { @MainActor in sink } }
            },
            tell: { center, number in center.dispatch((any Receiver).self) { $0.take(number) } }),
    ]
}

private func telling<Center: Sendable>(
    _ name: String, _ make: () -> Center, observe: (Center) -> [Registration],
    observeThere: @MainActor (Center) -> [Registration], tell: @escaping @MainActor (Center, Int) -> Void
) -> Benchmark {
    let (plain, there) = (make(), make())
    let registrations = observe(plain) + MainActor.assumeIsolated { observeThere(there) }
    func telling(in center: Center) -> (Int) -> Void {
        { times in
            MainActor.assumeIsolated { for number in 0..<times { tell(center, number) } }
            keep(registrations)
        }
    }
    return Benchmark(
        name,
        [
            .init("observed on no actor", telling(in: plain)),
            .ours("observed there", .atMost(2, of: "observed on no actor"), run: telling(in: there)),
        ]
    )
}

/// Until each of ten actors has received a message, against a task that awaits one after the other.
func postingToActors() -> Benchmark {
    let (center, countdown) = (MessageCenter(), Countdown())
    let actors = (0..<10).map { _ in Receiving(countdown) }
    for actor in actors { center.observe(Int.self, by: actor) { actor, number in actor.take(number) } }
    return Benchmark(
        "a message to ten actors",
        measuring: .elapsedTime,
        [
            .init(
                "a task that awaits each",
                waiting { times in for number in 0..<times { for actor in actors { await actor.take(number) } } }),
            .ours("MessageCenter.post") { times in
                for number in 0..<times {
                    countdown.start(10)
                    center.post(number)
                    countdown.wait()
                }
                keep(actors)
            },
        ]
    )
}

private actor Receiving {
    private let countdown: Countdown
    init(_ countdown: Countdown) { self.countdown = countdown }
    func take(_: Int) { countdown.count() }
}
