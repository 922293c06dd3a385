import Foundation
import Testing

@testable import Exploring

/// Ten scenes, each in many orders of which each is run twice: 100 by default, 10,000 with `SIGNALBOX_LONG`.
@Suite("The same order twice") struct SoundnessTests {
    struct Scene: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: @Sendable () async throws -> Void
    }

    private static let seeds = ProcessInfo.processInfo.environment["SIGNALBOX_LONG"] == nil ? 100 : 10_000

    static let scenes: [Scene] = [
        Scene(testDescription: "yields") { for _ in 0..<5 { await Task.yield() } },
        Scene(testDescription: "tasks of a group") {
            await withTaskGroup(of: Int.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        await Task.yield()
                        return number
                    }
                }
                for await _ in group {}
            }
        },
        Scene(testDescription: "async let") {
            let counter = Counter()
            async let first: Void = counter.addOne()
            async let second: Void = counter.addOne()
            _ = await (first, second)
        },
        Scene(testDescription: "unstructured and detached tasks") {
            let tasks = [Task { await Task.yield() }, Task.detached { await Task.yield() }]
            for task in tasks { await task.value }
        },
        Scene(testDescription: "the main actor") {
            let screen = Screen()
            async let loading: Void = screen.load()
            async let closing: Void = screen.close()
            _ = await (loading, closing)
        },
        Scene(testDescription: "sleepers") {
            await withTaskGroup(of: Void.self) { group in
                for number in 1...3 { group.addTask { try? await Task.sleep(for: .milliseconds(10 * number)) } }
            }
        },
        Scene(testDescription: "a stream") {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            let sending = Task {
                for number in 0..<3 {
                    continuation.yield(number)
                    await Task.yield()
                }
                continuation.finish()
            }
            for await _ in stream {}
            await sending.value
        },
        Scene(testDescription: "a continuation") {
            let signal = ForgetfulSignal()
            let waiting = Task.immediate { await signal.wait() }
            while !waiting.isCancelled {
                await signal.signal()
                if await signal.wasHeard { break }
                await Task.yield()
            }
            await waiting.value
        },
        Scene(testDescription: "a cancellation") {
            let sleeping = Task { try await Task.sleep(for: .seconds(100)) }
            await Task.yield()
            sleeping.cancel()
            _ = await sleeping.result
        },
        Scene(testDescription: "two actors that call each other") {
            let counter = Counter()
            let forgetful = ForgetfulCounter()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<2 {
                    group.addTask { await forgetful.addOne() }
                    group.addTask { await counter.addOne() }
                }
            }
        },
    ]

    @Test("Each order of each scene is the same twice", arguments: scenes)
    func ordersRepeat(_ scene: Scene) async throws {
        let explorer = Explorer(settings: ExplorationSettings(), trace: nil, name: "a scene", body: scene.body)
        let result = try await explorer.search(limit: Self.seeds, seed: 1)
        #expect(result.failure == nil)
        #expect(result.counts.runs == Self.seeds)
        #expect(result.counts.outside == 0)
        // `.ci/repeat-exploring` compares the lines of many processes.
        print("the orders of “\(scene.testDescription)” have the digest \(result.digest)")
    }

    @Test("The order of a run is printed before a trap ends the process")
    func aTrapNamesItsOrder() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await explore {
                let counter = ForgetfulCounter()
                async let first: Void = counter.addOne()
                async let second: Void = counter.addOne()
                _ = await (first, second)
                let value = await counter.value
                precondition(value == 2)
            }
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("To run that order again: explore("))
    }

    @Test("Ordinary tests run beside an exploration", arguments: 0..<50)
    func ordinaryTestsRunBeside(_ number: Int) async {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { await counter.addOne() } }
        }
        await MainActor.run {}
        #expect(await counter.value == 10)
    }
}
