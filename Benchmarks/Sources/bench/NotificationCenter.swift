import Dispatchers
import Foundation
import Harness

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
            .init("MessageCenter") { times in
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
            .init("MessageCenter") { times in
                for number in 0..<times { center.post(number) }
                keep(registrations)
            },
        ]
    )
}
