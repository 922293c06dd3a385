import Dispatchers
import Foundation
import Inspector

// What an event costs the thread of the app, in processor time of that thread: `swift run -c release figures`.

/// A message as apps have them.
struct ItemPicked: Sendable {
    var id = 42
    var name = "Brass lamp"
    var price = 3_900
}

/// The processor time of this thread in nanoseconds.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

let trace = Trace()
let center = MessageCenter(name: "app", trace: trace)

/// Observes on the thread that posts, and not on the main actor as this file would.
nonisolated func observe(in center: MessageCenter) -> Registration { center.observe(ItemPicked.self) { _ in } }

let counted = observe(in: center)

/// Returns what one of the two events of a post costs: the post and its delivery.
func costOfEvent() -> Double {
    let count = 5_000
    let start = processorTime()
    for _ in 0..<count { center.post(ItemPicked()) }
    return (processorTime() - start) / Double(2 * count)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

let inspector = try await Inspector.start(watching: center, trace: trace, allowingRelease: true, print: { _ in })
let cases: [(name: String, prepare: () -> Void)] = [
    ("off", { trace.stop() }),
    ("recorded", { trace.start() }),
    ("recorded with values", { trace.start(describing: .short) }),
    ("watched by the inspector", { inspector.resume() }),
    (
        "watched, and muted",
        {
            inspector.resume()
            trace.muted = TraceMute(kinds: [.post, .delivery])
        }
    ),
]
var costs = [[Double]](repeating: [], count: cases.count)
for _ in 0..<21 {
    for index in cases.indices {
        trace.muted = TraceMute()
        trace.stop()
        cases[index].prepare()
        costs[index].append(costOfEvent())
    }
}
let off = median(costs[0])
print("An event of a post to one observer, median of 21 interleaved rounds:")
for (one, costs) in zip(cases, costs) {
    let cost = median(costs)
    let ratio = String(format: "%.1f", cost / off)
    print("  \(one.name): \(String(format: "%.3f", cost / 1_000)) µs, \(ratio) times that of a trace that is off")
}
await inspector.stop()
withExtendedLifetime(counted) {}
