import Dispatchers
import Foundation
import Harness
import Workloads

/// A message that Foundation delivers on the main actor.
private struct Tick: NotificationCenter.MainActorMessage {
    typealias Subject = Ticker
    let number: Int
}

private final class Ticker: Sendable {}

extension Notification.Name {
    fileprivate static let number = Notification.Name("number")
}

/// Foundation's ways of telling as many observers a number; the last one calls them on the main thread alone.
///
/// All but the first bring the number with them.
func foundationPosts(to count: Int) -> [Benchmark.Case] {
    let (bare, carrying, typed) = (NotificationCenter(), NotificationCenter(), NotificationCenter())
    let sinks = (0..<count * 3).map { _ in Sink() }
    let tokens = sinks[..<count].map { sink in
        bare.addObserver(forName: .number, object: nil, queue: nil) { _ in sink.take(1) }
    }
    let others = sinks[count..<count * 2].map { sink in
        carrying.addObserver(forName: .number, object: nil, queue: nil) {
            sink.take($0.userInfo?["number"] as? Int ?? 0)
        }
    }
    let observations = sinks[(count * 2)...].map { sink in
        typed.addObserver(for: Tick.self) { @MainActor in sink.take($0.number) }
    }
    return [
        .init("NotificationCenter") { times in
            for _ in 0..<times { bare.post(name: .number, object: nil) }
            keep(tokens)
        },
        .init("NotificationCenter, userInfo") { times in
            for number in 0..<times { carrying.post(name: .number, object: nil, userInfo: ["number": number]) }
            keep(others)
        },
        .init("NotificationCenter, MainActorMessage") { times in
            MainActor.assumeIsolated { for number in 0..<times { typed.post(Tick(number: number)) } }
            keep(observations)
        },
    ]
}

/// Observing and cancelling, with as many observers standing, against Foundation's classic center.
func observing(among count: Int) -> Benchmark {
    let foundation = NotificationCenter()
    let center = MessageCenter()
    let tokens = (0..<count).map { _ in foundation.addObserver(forName: .number, object: nil, queue: nil) { _ in } }
    let registrations = (0..<count).map { _ in center.observe(Int.self) { _ in } }
    let posted = MessageCenter()
    let others = (0..<count).map { _ in posted.observe(Int.self) { _ in } }
    posted.post(1)
    return Benchmark(
        "observing and cancelling among \(count)",
        [
            .init("NotificationCenter") { times in
                for _ in 0..<times {
                    let token = foundation.addObserver(forName: .number, object: nil, queue: nil) { _ in }
                    foundation.removeObserver(token)
                }
                keep(tokens)
            },
            .ours("MessageCenter", .atMost(1, stretch: 0.5, of: "NotificationCenter")) { times in
                for _ in 0..<times { center.observe(Int.self) { _ in }.cancel() }
                keep(registrations)
            },
            .ours("MessageCenter, of a type that was posted", .atMost(1, of: "NotificationCenter")) { times in
                for _ in 0..<times { posted.observe(Int.self) { _ in }.cancel() }
                keep(others)
            },
        ]
    )
}

/// Observing and cancelling with a thousand observers standing, against the same with ten.
func observingAmongMany() -> Benchmark {
    let observing = { (count: Int) in
        let center = MessageCenter()
        let registrations = (0..<count).map { _ in center.observe(Int.self) { _ in } }
        return { (times: Int) in
            for _ in 0..<times { center.observe(Int.self) { _ in }.cancel() }
            keep(registrations)
        }
    }
    return Benchmark(
        "observing and cancelling, as observers grow",
        [
            .ours("among 10", run: observing(10)),
            .ours("among 1,000", .atMost(1.5, of: "among 10"), run: observing(1_000)),
        ]
    )
}
