import Foundation
import Testing

@testable import Exploring

/// Mistakes that plain runs hardly show: each is found within 200 orders, shortened to at most three departures, and repeated.
@Suite struct PlantedMistakeTests {
    /// A body that throws if the mistake shows.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: @Sendable () async throws -> Void
        /// The body of a plain run, which ends also if the mistake shows as a deadlock.
        let plainBody: @Sendable () async throws -> Void
        let isDeadlock: Bool

        init(
            _ testDescription: String, plainBody: (@Sendable () async throws -> Void)? = nil,
            body: @escaping @Sendable () async throws -> Void
        ) {
            self.testDescription = testDescription
            self.body = body
            self.plainBody = plainBody ?? body
            isDeadlock = plainBody != nil
        }
    }

    private struct Shown: Error {}

    static let mistakes: [Mistake] = [
        Mistake("an update that is lost over an await") {
            let counter = SavingCounter()
            let first = Task { await counter.addOne() }
            let second = Task {
                await takeAWhile()
                await counter.addOne()
            }
            await first.value
            await second.value
            if await counter.value != 2 { throw Shown() }
        },
        Mistake("two handlers whose order is assumed") {
            let log = Log()
            let loading = Task { await MainActor.run { log.add("loaded") } }
            let selecting = Task {
                await takeAWhile()
                try await MainActor.run {
                    if log.all.isEmpty { throw Shown() }
                }
            }
            await loading.value
            try await selecting.value
        },
        Mistake("a retained message behind a newer one") {
            let feed = HastyFeed()
            let log = Log()
            await feed.post(1)
            let replay = await feed.subscribe { log.add("\($0)") }
            let posting = Task {
                await takeAWhile()
                await feed.post(2)
            }
            await replay.value
            await posting.value
            if log.all != ["1", "2"] { throw Shown() }
        },
        Mistake("a screen that is closed while its answer is on the way") {
            let screen = Screen()
            let loading = Task { await screen.load() }
            let closing = Task {
                await takeAWhile()
                await screen.close()
            }
            await loading.value
            await closing.value
            if await screen.shownWhileClosed > 0 { throw Shown() }
        },
        Mistake(
            "a waiter that registers after the signal", plainBody: { try await wait(isPlain: true) },
            body: { try await wait(isPlain: false) }),
    ]

    /// Waits for a signal.
    ///
    /// A plain run that missed it is signaled again, so that it ends.
    private static func wait(isPlain: Bool) async throws {
        let signal = ForgetfulSignal()
        let waiting = Task { await signal.wait() }
        let signaling = Task {
            await takeAWhile()
            await signal.signal()
        }
        await signaling.value
        let isMissed = await !signal.wasHeard
        while isPlain, await !signal.wasHeard {
            await Task.yield()
            await signal.signal()
        }
        await waiting.value
        if isMissed { throw Shown() }
    }

    @Test("Each is found, shortened and repeated", arguments: mistakes)
    func isFound(_ mistake: Mistake) async throws {
        let settings = ExplorationSettings(patience: .milliseconds(20))
        let explorer = Explorer(settings: settings, trace: nil, name: "a test", body: mistake.body)
        let result = try await explorer.search(limit: 200, seed: 0)
        let found = try #require(result.failure)
        print("run \(result.counts.runs) of 200 finds \(mistake.testDescription)")
        #expect(found.departures.count <= 3)
        #expect(found.description.contains("A deadlock") == mistake.isDeadlock)
        let again = try #require(try await explorer.replay(found.departures).failure)
        #expect(again.departures == found.departures)
        #expect(try await explorer.replay(Departures()).failure == nil || found.departures.count == 0)
    }

    /// Prints the counts that the article names.
    @Test(
        "A thousand plain runs beside each show it rarely",
        .enabled(if: ProcessInfo.processInfo.environment["SIGNALBOX_LONG"] != nil), arguments: mistakes)
    func isHardlyShownByPlainRuns(_ mistake: Mistake) async throws {
        var shown = 0
        for _ in 0..<1_000 {
            do { try await mistake.plainBody() } catch { shown += 1 }
        }
        print("of 1,000 plain runs, \(shown) show \(mistake.testDescription)")
        #expect(shown <= 100)
    }
}
