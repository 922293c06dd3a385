import Foundation
import Synchronization
import Testing

@testable import Dispatchers

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

@Suite("Concurrency of replay, closing and draining") struct MessageRaceConcurrencyTests {
    private struct Ping: Sendable { var number = 0 }

    private final class Screen: Sendable {
        let onDeinit: @Sendable () -> Void
        init(onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
        deinit { onDeinit() }
    }

    private final class Switch: Sendable {
        private let value = Atomic(false)
        func turnOn() { value.store(true, ordering: .releasing) }
        func wait() { while !value.load(ordering: .acquiring) {} }
    }

    private let center = MessageCenter()
    private let received = Probe<String>()

    @Test("C11: A subscription made during posts receives all messages from one on, each once and in order")
    func observingWhilePosting() async {
        let (last, kept) = (40, 4)
        for round in 0..<Effort.scaled(300, long: 5_000) {
            let center = MessageCenter()
            center.retain(last: kept, of: Ping.self)
            let late = (0..<3).map { _ in Probe<Int>() }
            let registrations = Probe<Registration>()
            await withTaskGroup { group in
                group.addTask { for number in 1...last { center.post(Ping(number: number)) } }
                for received in late {
                    group.addTask {
                        registrations.report(center.observe(Ping.self) { received.report($0.number) })
                    }
                }
            }
            for numbers in late.map(\.values) {
                guard let first = numbers.first else {
                    Issue.record("round \(round): nothing was received")
                    continue
                }
                #expect(numbers == Array(first...last), "round \(round)")
                #expect(numbers.count >= kept, "round \(round)")
            }
            #expect(registrations.values.count == late.count)
        }
    }

    private struct Question: Request { typealias Response = Int }

    @Test(
        "C14, C21: A request made while its center closes is answered or fails as closed",
        arguments: [false, true])
    func requestsDuringClosing(inChild: Bool) async {
        for _ in 0..<Effort.scaled(1_000, long: 50_000) {
            let parent = MessageCenter()
            let center = inChild ? MessageCenter(parent: parent) : parent
            let registration = parent.respond(to: Question.self) { _ in 7 }
            let results = await withTaskGroup(of: Result<Int, any Error>?.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        do { return .success(try await center.request(Question())) } catch { return .failure(error) }
                    }
                }
                group.addTask {
                    parent.close()
                    return nil
                }
                return await group.reduce(into: [Result<Int, any Error>]()) { if let result = $1 { $0.append(result) } }
            }
            for result in results {
                switch result {
                case .success(let answer): #expect(answer == 7)
                case .failure(let error): #expect((error as? RequestError)?.reason == .closed)
                }
            }
            registration.cancel()
        }
    }

    @Test("C4: cancelAndDrain() waits for a handler that runs on another thread") func drainsFromAnotherThread() async {
        let (begun, mayEnd) = (Probe<Int>(), Switch())
        let registration = center.observe(Ping.self) { _ in
            begun.report(1)
            mayEnd.wait()
            received.report("handled")
        }
        Thread.detachNewThread { center.post(Ping()) }
        _ = await begun.values(1)
        let draining = Task {
            await registration.cancelAndDrain()
            received.report("drained")
        }
        while !center.observations.isEmpty { await Task.yield() }
        #expect(received.values.isEmpty)
        mayEnd.turnOn()
        await draining.value
        #expect(received.values == ["handled", "drained"])
    }

    @Test("C5: An owner released on another thread while its handler runs lives until the handler returns")
    func ownerReleasedElsewhere() async {
        let (begun, mayEnd) = (Probe<Int>(), Switch())
        let owner = Slot(Screen { received.report("gone") })
        if let screen = owner.value {
            center.observe(Ping.self, by: screen) { _, _ in
                begun.report(1)
                mayEnd.wait()
                received.report("handled")
            }
        }
        Thread.detachNewThread { center.post(Ping()) }
        _ = await begun.values(1)
        owner.value = nil
        mayEnd.turnOn()
        #expect(await received.values(2) == ["handled", "gone"])
    }

    @Test("A topic lookup returns the topic of its identity or nil while topics are added") func topicLookups() async {
        final class Shared: Sendable {
            let table = TopicTree()
            let isDone = Atomic(false)
            let types = (0..<512).map { _ in Canary() }
            let topics: [Topic]

            init() { topics = types.map { Topic(id: ObjectIdentifier($0), showing: Int.self) } }
        }
        for _ in 0..<Effort.scaled(20, long: 500) {
            let shared = Shared()
            await withTaskGroup { group in
                group.addTask {
                    for topic in shared.topics { shared.table.insert(topic) }
                    shared.isDone.store(true, ordering: .releasing)
                }
                for _ in 0..<2 {
                    group.addTask {
                        repeat {
                            for (type, topic) in zip(shared.types, shared.topics) {
                                guard let found = shared.table[ObjectIdentifier(type)] else { continue }
                                #expect(found.object === topic)
                            }
                            await Task.yield()
                        } while !shared.isDone.load(ordering: .acquiring)
                    }
                }
            }
            for (type, topic) in zip(shared.types, shared.topics) {
                #expect(shared.table[ObjectIdentifier(type)]?.object === topic)
            }
        }
    }
}
