import Dispatchers
import Foundation
import Synchronization
import Testing

@Suite("Concurrency of messages") struct MessageConcurrencyTests {
    private struct Ping: Sendable {
        let poster: Int
        let number: Int
    }

    private final class Screen: Sendable {}

    private static let posters = 4
    private static let posts = 30_000

    private let center = MessageCenter()

    @Test("120,000 posts of four threads reach each observer exactly once while others are added and cancelled")
    func exactCounts() async {
        let (counts, stayed) = (Counts(), Screen())
        let registrations = [
            center.observe(Ping.self) { _ in counts.inline.wrappingAdd(1, ordering: .relaxed) },
            center.observe((any Sendable).self) { _ in counts.wide.wrappingAdd(1, ordering: .relaxed) },
        ]
        center.observe(Ping.self, by: stayed) { _, _ in counts.owned.wrappingAdd(1, ordering: .relaxed) }
        await withTaskGroup { group in
            for poster in 0..<Self.posters {
                group.addTask {
                    for number in 0..<Self.posts { center.post(Ping(poster: poster, number: number)) }
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    for round in 0..<5_000 {
                        let priority = round % 3 - 1
                        let registration = center.observe(Ping.self, priority: priority) { _ in counts.touch() }
                        center.observe(Ping.self, by: Screen()) { _, _ in counts.touch() }
                        registration.cancel()
                    }
                }
            }
        }
        let expected = Self.posters * Self.posts
        #expect(counts.inline.load(ordering: .relaxed) == expected)
        #expect(counts.wide.load(ordering: .relaxed) == expected)
        #expect(counts.owned.load(ordering: .relaxed) == expected)
        #expect(registrations.count == 2)
    }

    @Test("C6: Posts of several threads reach main-actor and inline observers in each thread's order")
    func orderPerPoster() async {
        let (onMain, inline) = (Probe<Ping>(), Probe<Ping>())
        let registrations = [
            center.observe(Ping.self) { @MainActor ping in onMain.report(ping) },
            center.observe(Ping.self) { inline.report($0) },
        ]
        await withTaskGroup { group in
            for poster in 0..<Self.posters {
                group.addTask { for number in 0..<1_000 { center.post(Ping(poster: poster, number: number)) } }
            }
        }
        for pings in [await onMain.values(Self.posters * 1_000), inline.values] {
            for poster in 0..<Self.posters {
                #expect(pings.filter { $0.poster == poster }.map(\.number) == Array(0..<1_000))
            }
        }
        #expect(registrations.count == 2)
    }

    @Test("C4: An observer cancelled by another thread during a delivery is not called")
    func cancelledByAnotherThread() {
        for _ in 0..<200 {
            let (hasBegun, hasCancelled, late) = (Flag(), Flag(), Flag())
            let first = center.observe(Ping.self, priority: 1) { _ in
                hasBegun.set()
                while !hasCancelled.isSet {}
            }
            let second = center.observe(Ping.self) { _ in late.set() }
            Thread.detachNewThread {
                while !hasBegun.isSet {}
                second.cancel()
                hasCancelled.set()
            }
            center.post(Ping(poster: 0, number: 0))
            #expect(!late.isSet)
            first.cancel()
        }
    }
}

private final class Counts: Sendable {
    let inline = Atomic(0)
    let wide = Atomic(0)
    let owned = Atomic(0)
    let touched = Atomic(0)

    func touch() { touched.wrappingAdd(1, ordering: .relaxed) }
}

private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
}
