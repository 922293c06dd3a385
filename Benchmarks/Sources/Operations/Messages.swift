import Dispatchers
import Foundation
import Harness
import Synchronization
import Workloads

/// A post against calling as many closures in a loop.
func posting(to count: Int) -> Benchmark {
    let sinks = (0..<count).map { _ in Sink() }
    let closures: [(Int) -> Void] = sinks.map { sink in { sink.take($0) } }
    let center = MessageCenter()
    let registrations = sinks.map { sink in center.observe(Int.self) { sink.take($0) } }
    let (must, stretch) = count == 1 ? (2.9, 1.3) : count == 10 ? (0.6, 0.3) : (0.48, 0.24)
    let target = Benchmark.Target.atMost(must, stretch: stretch, of: "closures in a loop")
    return Benchmark(
        "a message to \(count)",
        [
            .init("closures in a loop") { times in
                for number in 0..<times { for closure in closures { closure(number) } }
            },
            .ours("MessageCenter.post", target) { times in
                for number in 0..<times { center.post(number) }
                keep(registrations)
            },
        ]
    )
}

/// A post without a receiver against locking once.
func postingToNobody() -> Benchmark {
    let mutex = Locked()
    let center = MessageCenter()
    return Benchmark(
        "a message without a receiver",
        [
            .init("Mutex") { times in for number in 0..<times { mutex.set(number) } },
            .ours("MessageCenter.post") { times in
                for number in 0..<times { center.post(number) }
            },
        ]
    )
}

private final class WeakBox {
    weak var sink: Sink?
    let handle: (Sink, Int) -> Void

    init(_ sink: Sink, _ handle: @escaping (Sink, Int) -> Void) {
        self.sink = sink
        self.handle = handle
    }
}

/// A post to owners against a loop over boxes that hold as many weakly, and against what it cannot do without: to refer
/// to each weakly and to call its handler.
func postingToOwners(_ count: Int) -> Benchmark {
    let sinks = (0..<count).map { _ in Sink() }
    let boxes = sinks.map { sink in WeakBox(sink) { $0.take($1) } }
    let held = boxes.map { Unmanaged.passUnretained($0) }
    let center = MessageCenter()
    for sink in sinks { center.observe(Int.self, by: sink) { $0.take($1) } }
    return Benchmark(
        "a message to \(count) owners",
        [
            .init("weak references in a loop") { times in
                for number in 0..<times { for box in boxes { box.sink?.take(number) } }
            },
            .init("limit: weak references, and a call of each") { times in
                for number in 0..<times {
                    for box in held {
                        box._withUnsafeGuaranteedRef { box in
                            if let sink = box.sink { box.handle(sink, number) }
                        }
                    }
                }
                keep(boxes)
            },
            .ours("MessageCenter.post", .atMost(1.2, of: "weak references in a loop")) { times in
                for number in 0..<times { center.post(number) }
                keep(sinks)
            },
        ]
    )
}

/// A post to ten observers alone, and while another thread posts to the same ones all the time.
///
/// The best run may be one in which the other thread had no processor: on a busy machine, look at the middle one.
func postingFromTwoThreads() -> Benchmark {
    let (center, hammer) = (MessageCenter(), Hammer())
    let registrations = (0..<10).map { _ in center.observe(Int.self) { _ in } }
    return Benchmark(
        "a message to 10, of two threads",
        [
            .init("one thread") { times in
                for number in 0..<times { center.post(number) }
                keep(registrations)
            },
            .ours("two threads, each", .atMost(2, stretch: 1.2, of: "one thread")) { times in
                hammer.start(on: center)
                for number in 0..<times { center.post(number) }
                hammer.stop()
                keep(registrations)
            },
        ]
    )
}

/// A thread that posts until it is stopped.
private final class Hammer: Sendable {
    private let isOn = Atomic(false)
    private let beginning = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)

    /// Returns once it posts, and costs its caller no processor time until then.
    func start(on center: MessageCenter) {
        isOn.store(true, ordering: .releasing)
        Thread.detachNewThread { [self] in
            center.post(0)
            beginning.signal()
            while isOn.load(ordering: .acquiring) { center.post(0) }
            end.signal()
        }
        beginning.wait()
    }

    func stop() {
        isOn.store(false, ordering: .releasing)
        end.wait()
    }
}

private final class Locked: Sendable {
    private let value = Mutex(0)
    func set(_ number: Int) { value.withLock { $0 = number } }
}
