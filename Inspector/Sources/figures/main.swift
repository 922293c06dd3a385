import Dispatchers
import Foundation
import Inspector

// What an event costs the thread of the app, in processor time of that thread: `swift run -c release figures`, and without
// `-c release` for a debug build.

/// A message as apps have them.
struct ItemPicked: Sendable {
    var id = 42
    var name = "Brass lamp"
    var price = 3_900
}

/// A state whose text is longer than what is recorded of one.
struct Shelf: Sendable, Equatable {
    var items = (0..<60).map { "item number \($0), with a name" }
    var version = 0
}

extension StateKeys {
    static let shelf = StateKey("shelf", default: Shelf())
}

/// The processor time of this thread in nanoseconds.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

let trace = Trace()
let center = MessageCenter(name: "app", trace: trace)
let states = ObserverCenter(name: "app", trace: trace)

/// Observes on the thread that posts, and not on the main actor as this file would.
nonisolated func observe(in center: MessageCenter) -> Registration { center.observe(ItemPicked.self) { _ in } }

let counted = observe(in: center)

/// Returns what one of the two events of a post costs: the post and its delivery.
func costOfPost() -> Double {
    let count = 5_000
    let start = processorTime()
    for _ in 0..<count { center.post(ItemPicked()) }
    return (processorTime() - start) / Double(2 * count)
}

/// Returns what a set of a state of more than 2,000 bytes costs, of which the old and the new value are recorded.
func costOfSet() -> Double {
    let count = 500
    var shelf = Shelf()
    let start = processorTime()
    for _ in 0..<count {
        shelf.version += 1
        states.set(.shelf, to: shelf)
    }
    return (processorTime() - start) / Double(count)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// An operation to measure.
struct Case {
    let name: String
    var measure = costOfPost
    let prepare: () -> Void
}

let inspector = try await Inspector.start(
    watching: center, states, trace: trace, port: 0, allowingRelease: true, print: { _ in })
let cases = [
    Case(name: "post, off") { trace.stop() },
    Case(name: "post, recorded") { trace.start() },
    Case(name: "post, recorded with values") { trace.start(describing: .short) },
    Case(name: "post, watched by the inspector") { inspector.resume() },
    Case(name: "post, watched and muted") {
        inspector.resume()
        trace.muted = TraceMute(kinds: [.post, .delivery])
    },
    Case(name: "set of a large state, off", measure: costOfSet) { trace.stop() },
    Case(name: "set of a large state, watched by the inspector", measure: costOfSet) { inspector.resume() },
]
var costs = [[Double]](repeating: [], count: cases.count)
for _ in 0..<21 {
    for index in cases.indices {
        trace.muted = TraceMute()
        trace.stop()
        cases[index].prepare()
        costs[index].append(cases[index].measure())
    }
}
#if DEBUG
    print("A debug build.")
#endif
print("An event, median of 21 interleaved rounds:")
for (one, costs) in zip(cases, costs) {
    print("  \(one.name): \(String(format: "%.3f", median(costs) / 1_000)) µs")
}
await inspector.stop()
withExtendedLifetime(counted) {}
