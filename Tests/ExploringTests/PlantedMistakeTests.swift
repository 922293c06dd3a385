import Testing

@testable import Exploring

/// Mistakes that plain runs hardly show: each is found within 200 orders, shortened to at most three departures, and repeated.
@Suite struct PlantedMistakeTests {
    /// A body that throws if the mistake shows.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: @Sendable () async throws -> Void
    }

    private struct Shown: Error {}

    static let mistakes: [Mistake] = [
        Mistake(testDescription: "an update that is lost over an await") {
            let counter = ForgetfulCounter()
            async let first: Void = counter.addOne()
            async let second: Void = counter.addOne()
            _ = await (first, second)
            if await counter.value != 2 { throw Shown() }
        },
        Mistake(testDescription: "two handlers whose order is assumed") {
            let log = Log()
            let loading = Task { @MainActor in log.add("loaded") }
            let selecting = Task { @MainActor in
                if log.all.isEmpty { throw Shown() }
            }
            await loading.value
            try await selecting.value
        },
        Mistake(testDescription: "a retained message behind a newer one") {
            let feed = HastyFeed()
            let log = Log()
            await feed.post(1)
            let replay = await feed.subscribe { log.add("\($0)") }
            await feed.post(2)
            await replay.value
            if log.all != ["1", "2"] { throw Shown() }
        },
        Mistake(testDescription: "a screen that is closed while its answer is on the way") {
            let screen = Screen()
            let loading = Task { await screen.load() }
            let closing = Task { await screen.close() }
            await loading.value
            await closing.value
            if await screen.shownWhileClosed > 0 { throw Shown() }
        },
        Mistake(testDescription: "a waiter that registers after the signal") {
            let signal = ForgetfulSignal()
            let waiting = Task { await signal.wait() }
            let signaling = Task { await signal.signal() }
            await signaling.value
            await waiting.value
        },
    ]

    @Test("Each is found, shortened and repeated", arguments: mistakes)
    func isFound(_ mistake: Mistake) async throws {
        let settings = ExplorationSettings(patience: .milliseconds(20))
        let explorer = Explorer(settings: settings, trace: nil, name: "a test", body: mistake.body)
        let found = try #require(try await explorer.search(limit: 200, seed: 0).failure)
        #expect(found.departures.count <= 3)
        let again = try #require(try await explorer.replay(found.departures).failure)
        #expect(again.departures == found.departures)
        #expect(try await explorer.replay(Departures()).failure == nil || found.departures.count == 0)
    }
}
