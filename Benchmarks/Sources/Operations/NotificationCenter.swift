import Dispatchers
import Foundation
import Harness
import Synchronization

/// Observing and cancelling, with as many observers standing, against Foundation's classic center.
func observing(among count: Int) -> Benchmark {
    let name = Notification.Name("number")
    let foundation = NotificationCenter()
    let center = MessageCenter()
    let tokens = (0..<count).map { _ in foundation.addObserver(forName: name, object: nil, queue: nil) { _ in } }
    let registrations = (0..<count).map { _ in center.observe(Int.self) { _ in } }
    return Benchmark(
        "observing and cancelling among \(count)",
        [
            .init("NotificationCenter") { times in
                for _ in 0..<times {
                    let token = foundation.addObserver(forName: name, object: nil, queue: nil) { _ in }
                    foundation.removeObserver(token)
                }
                keep(tokens)
            },
            .ours("MessageCenter", .atMost(1, stretch: 0.5, of: "NotificationCenter")) { times in
                for _ in 0..<times { center.observe(Int.self) { _ in }.cancel() }
                keep(registrations)
            },
        ]
    )
}

/// A post to ten against Foundation's classic center.
func postingToTenOfFoundation() -> Benchmark {
    let name = Notification.Name("number")
    let foundation = NotificationCenter()
    let center = MessageCenter()
    let tokens = (0..<10).map { _ in foundation.addObserver(forName: name, object: nil, queue: nil) { _ in } }
    let registrations = (0..<10).map { _ in center.observe(Int.self) { _ in } }
    return Benchmark(
        "a message to 10, and Foundation",
        [
            .init("NotificationCenter") { times in
                for _ in 0..<times { foundation.post(name: name, object: nil) }
                keep(tokens)
            },
            .ours("MessageCenter", .atMost(0.05, stretch: 0.025, of: "NotificationCenter")) { times in
                for number in 0..<times { center.post(number) }
                keep(registrations)
            },
        ]
    )
}

/// A typed message that Foundation delivers on tasks of its own.
private struct Tick: NotificationCenter.AsyncMessage {
    typealias Subject = Ticker
    let number: Int
}

private final class Ticker: Sendable {}

/// Waits until as many deliveries were made as were asked for.
private final class Countdown: Sendable {
    private let left = Atomic(0)
    func start(_ count: Int) { left.store(count, ordering: .releasing) }
    func count() { left.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
    func wait() { while left.load(ordering: .acquiring) > 0 { sched_yield() } }
}

private actor Counter {
    private let countdown: Countdown
    init(_ countdown: Countdown) { self.countdown = countdown }

    func observe(_ center: MessageCenter) -> [Registration] {
        (0..<10).map { _ in center.observe(Int.self) { [countdown] _ in countdown.count() } }
    }
}

/// Until ten observers on an actor have heard a message, against Foundation's asynchronous messages.
func postingAcross() async -> Benchmark {
    let (foundation, center, countdown) = (NotificationCenter(), MessageCenter(), Countdown())
    let tokens = (0..<10).map { _ in
        foundation.addObserver(for: Tick.self) { @Sendable (_: Tick) async in countdown.count() }
    }
    let counter = Counter(countdown)
    let registrations = await counter.observe(center)
    return Benchmark(
        "a message to 10 elsewhere",
        clock: .wall,
        [
            .init("AsyncMessage") { times in
                countdown.start(times * 10)
                for number in 0..<times { foundation.post(Tick(number: number)) }
                countdown.wait()
                keep(tokens)
            },
            .ours("MessageCenter, to an actor", .atMost(0.2, of: "AsyncMessage")) { times in
                countdown.start(times * 10)
                for number in 0..<times { center.post(number) }
                countdown.wait()
                keep(registrations)
                keep(counter)
            },
        ]
    )
}
