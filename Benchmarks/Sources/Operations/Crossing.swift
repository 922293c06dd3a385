import Dispatchers
import Foundation
import Harness
import Synchronization

/// A typed message that Foundation delivers on tasks of its own.
private struct Tick: NotificationCenter.AsyncMessage {
    typealias Subject = Ticker
    let number: Int
}

private final class Ticker: Sendable {}

/// Waits until as many deliveries were made as were asked for.
final class Countdown: Sendable {
    private let left = Atomic(0)
    func start(_ count: Int) { left.store(count, ordering: .releasing) }
    func count() { left.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
    func wait() { while left.load(ordering: .acquiring) > 0 { sched_yield() } }
}

private actor Counter {}

/// Until ten observers elsewhere have heard a message, against Foundation's asynchronous messages and streams.
func postingAcross() -> Benchmark {
    let (foundation, center, countdown) = (NotificationCenter(), MessageCenter(), Countdown())
    let tokens = (0..<10).map { _ in
        foundation.addObserver(for: Tick.self) { @Sendable (_: Tick) async in countdown.count() }
    }
    let counter = Counter()
    for _ in 0..<10 { center.observe(Int.self, by: counter) { _, _ in countdown.count() } }
    let sequences = MessageCenter()
    for _ in 0..<10 { listen(to: sequences.messages(of: Int.self, buffer: .unbounded), countdown) }
    let streams = (0..<10).map { _ in
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        listen(to: stream, countdown)
        return continuation
    }
    func posting(_ post: @escaping (Int) -> Void) -> (Int) -> Void {
        { times in
            countdown.start(times * 10)
            for number in 0..<times { post(number) }
            countdown.wait()
        }
    }
    return Benchmark(
        "a message to 10 elsewhere",
        measuring: .elapsedTime,
        [
            .init("NotificationCenter, AsyncMessage", posting { foundation.post(Tick(number: $0)) }),
            .init("an AsyncStream for each", posting { number in for stream in streams { stream.yield(number) } }),
            .ours(
                "MessageCenter, to an actor", .atMost(0.2, of: "NotificationCenter, AsyncMessage"),
                run: posting { number in
                    center.post(number)
                    keep((tokens, counter))
                }),
            .ours("MessageCenter, a sequence for each", run: posting { sequences.post($0) }),
        ]
    )
}

private func listen(to numbers: some AsyncSequence<Int, Never> & Sendable, _ countdown: Countdown) {
    Task.detached { for await _ in numbers { countdown.count() } }
}

/// Does work in a task that may go anywhere, and waits for it.
func waiting(_ work: @escaping @Sendable (_ times: Int) async -> Void) -> (_ times: Int) -> Void {
    { times in
        let end = DispatchSemaphore(value: 0)
        Task.detached {
            await work(times)
            end.signal()
        }
        end.wait()
    }
}
