import Dispatchers
import Routing
import Testing

@testable import Exploring

@Suite struct ExploreTests {
    private struct Failed: Error {}

    private func explorer(
        _ settings: ExplorationSettings = ExplorationSettings(patience: .milliseconds(20)),
        _ body: @escaping @Sendable () async throws -> Void
    ) -> Explorer {
        Explorer(settings: settings, trace: nil, name: "a test", body: body)
    }

    @Test("Correct code passes in many orders, of which each is run again and is the same")
    func correctCodePasses() async throws {
        let counts = try await explore(seeds: 300) {
            let counter = Counter()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        await counter.addOne()
                        await Task.yield()
                        await MainActor.run {}
                    }
                }
            }
            #expect(await counter.value == 3)
        }
        #expect(counts.runs == 300)
        #expect(counts.orders > 100)
        #expect(counts.outside == 0)
    }

    @Test("An hour of sleep takes no time, and sleepers wake in the order of their deadlines")
    func timeIsVirtual() async throws {
        try await explore(seeds: 50) {
            let log = Log()
            async let late: Void = Self.sleep(.seconds(3_600), log, "late")
            async let early: Void = Self.sleep(.seconds(60), log, "early")
            _ = try await (late, early)
            #expect(log.all == ["early", "late"])
        }
    }

    @Test("Timers in any order fire while other tasks can run")
    func timersMayFireEarly() async throws {
        let body: @Sendable () async throws -> Void = {
            let log = Log()
            async let sleeping: Void = Self.sleep(.seconds(60), log, "slept")
            async let working: Void = Self.work(log)
            _ = try await (sleeping, working)
            if log.all.first == "slept" { throw Failed() }
        }
        let inOrder = try await explorer(ExplorationSettings(), body).search(limit: 100, seed: 0)
        #expect(inOrder.failure == nil)
        let settings = ExplorationSettings(timers: .anyOrder)
        let anyOrder = try await explorer(settings, body).search(limit: 100, seed: 0)
        #expect(anyOrder.failure != nil)
    }

    private static func sleep(_ duration: Duration, _ log: Log, _ line: String) async throws {
        try await Task.sleep(for: duration)
        log.add(line)
    }

    private static func work(_ log: Log) async {
        for _ in 0..<5 { await Task.yield() }
        log.add("worked")
    }

    @Test("A deadlock names the tasks that wait")
    func aDeadlockNamesItsTasks() async throws {
        let result = try await explorer {
            let signal = ForgetfulSignal()
            let waiting = Task(name: "the waiter") { await signal.wait() }
            await waiting.value
        }.search(limit: 10, seed: 0)
        let text = try #require(result.failure).description
        #expect(text.contains("A deadlock: the body has not ended, and nothing can run."))
        #expect(text.contains("“the waiter”"))
    }

    @Test("A body without an end meets the limit of steps")
    func aLimitOfStepsIsAnOutcome() async throws {
        let settings = ExplorationSettings(steps: 500)
        let result = try await explorer(settings) {
            while !Task.isCancelled { await Task.yield() }
        }.search(limit: 3, seed: 0)
        let text = try #require(result.failure).description
        #expect(text.hasPrefix("The body has not ended after 500 steps, the limit."))
    }

    @Test("Tasks that go on after the body are left to the platform")
    func endlessTasksAreLeft() async throws {
        let task = Box<Task<Void, Never>?>(nil)
        let result = try await explorer {
            task.value = Task { while !Task.isCancelled { await Task.yield() } }
        }.replay(Departures())
        #expect(result.failure == nil)
        task.value?.cancel()
        await task.value?.value
    }

    @Test("A failing expectation is an outcome of the order, and is recorded once")
    func expectationsFailOrders() async throws {
        try await withKnownIssue {
            try await explore {
                let counter = ForgetfulCounter()
                async let first: Void = counter.addOne()
                async let second: Void = counter.addOne()
                _ = await (first, second)
                #expect(await counter.value == 2)
            }
        } matching: { issue in
            "\(issue)".contains("explore(replaying: \"") && "\(issue)".contains("counter.value == 2")
        }
    }

    @Test("The events of a trace are shown below the steps that made them, with their places")
    func eventsAreShownAtTheirSteps() async throws {
        let trace = Trace()
        trace.start()
        let other = Task.detached {
            let center = MessageCenter(name: "another test's", trace: trace)
            while !Task.isCancelled {
                center.post(3)
                await Task.yield()
            }
        }
        let explorer = Explorer(settings: ExplorationSettings(), trace: trace, name: "a test") {
            let center = MessageCenter(name: "numbers", trace: trace)
            let log = Log()
            let registration = center.observe(Int.self) { log.add("\($0)") }
            let first = Task(name: "the first") { _ = center.post(1) }
            let second = Task(name: "the second") { _ = center.post(2) }
            await first.value
            await second.value
            registration.cancel()
            if log.all.first == "2" { throw Failed() }
        }
        let text = try #require(try await explorer.search(limit: 100, seed: 0).failure).description
        other.cancel()
        await other.value
        let lines = text.split(separator: "\n")
        for name in ["the first", "the second"] {
            let step = try #require(lines.firstIndex { $0.contains("“\(name)”") })
            #expect(lines[step + 1].hasPrefix("       post Int in numbers at ExploringTests/ExploreTests.swift:"))
            #expect(lines[step + 2].hasPrefix("       delivery Int in numbers at "))
            #expect(lines[step + 2].contains(" → ExploringTests/ExploreTests.swift:"))
        }
        #expect(!text.contains("another test's"))
        #expect(text.split(separator: "\n").count { $0.contains("post Int") } == 2)
    }

    @Test("A task that begins on the main actor is explored")
    func tasksThatBeginOnTheMainActor() async throws {
        let result = try await explorer {
            let log = Log()
            let first = Task { @MainActor in log.add("first") }
            let second = Task(name: "the second") { @MainActor in
                let inner = Task { log.add("inner") }
                await inner.value
            }
            await first.value
            await second.value
            if log.all == ["first", "inner"] { throw Failed() }
        }.search(limit: 1, seed: 0)
        #expect(result.counts.outside == 0)
        let text = try #require(result.failure).description
        #expect(text.hasPrefix("The body threw: Failed()\nFound by run 1, which is the baseline:\n"))
        #expect(text.contains(". “task 1” on the main actor"))
        #expect(text.contains(". “the second” on the main actor"))
        #expect(text.contains(". “task 3” on the main actor"))
    }

    @Test("The tasks that the modules start have names in the steps")
    func tasksOfTheModulesHaveNames() async throws {
        let result = try await explorer {
            let center = MessageCenter()
            let registration = center.observe(Int.self, buffer: .unbounded) { _ in await Task.yield() }
            await center.publish(1)
            let responder = center.respond(to: Question.self) { _ in await Task.yield() }
            try await center.request(Question(), timeout: .seconds(1))
            let router = Router(origins: ["shop://"], pending: .cancelsOlder)
            try router.register { $0.on("/cart") { _ in await Task.yield() } }
            _ = await router.open("shop:///cart")
            registration.cancel()
            responder.cancel()
            throw Failed()
        }.search(limit: 1, seed: 0)
        let text = try #require(result.failure).description
        #expect(text.contains(". “observer at ExploringTests/ExploreTests.swift:"))
        for name in ["time limit of a request", "answer to a request", "guard or handler of a navigation"] {
            #expect(text.contains(". “\(name)”"))
        }
    }

    private struct Question: Request {
        typealias Response = Void
    }

    @Test("Of a long run, the steps beside departures are shown, and the first and the last ones")
    func longRunsAreCut() async throws {
        let result = try await explorer {
            let log = Log()
            let first = Task { log.add("first") }
            let second = Task { log.add("second") }
            await first.value
            await second.value
            for _ in 0..<300 { await Task.yield() }
            if log.all.first == "second" { throw Failed() }
        }.search(limit: 100, seed: 0)
        let text = try #require(result.failure).description
        #expect(text.contains(" more steps\n"))
        #expect(text.contains("\n* "))
        #expect(text.split(separator: "\n").count < 60)
    }

    @Test("An order is read as it is printed, and a text that is none is refused")
    func ordersAreText() async throws {
        let order = try #require(Departures("3:1,17:2"))
        #expect(order.description == "3:1,17:2")
        #expect(order[17] == 2 && order[4] == 0)
        for text in ["3", "3:0", "-1:1", "3:1,3:2", "a:b", "3:1:1"] { #expect(Departures(text) == nil) }
        await #expect(throws: ExplorationError(reason: .unreadableOrder("x"))) {
            _ = try await explore(replaying: "x") {}
        }
    }

    @Test("An exploration in the body of another is refused")
    func nestingIsRefused() async throws {
        let result = try await explorer { try await explore {} }.replay(Departures())
        let text = try #require(result.failure).description
        #expect(text.contains("The body of an exploration cannot explore"))
    }

    @Test("A body that depends on earlier runs is refused, with the step")
    func sharedStateIsRefused() async throws {
        let count = Counter()
        await #expect {
            try await explore {
                await count.addOne()
                if await count.value % 2 == 0 { await Task.yield() }
            }
        } throws: { error in
            "\(error)".contains("ran differently twice, from step")
        }
    }

    @Test("A job of another thread makes a run count as outside")
    func outsideIsCounted() async throws {
        let outside = OutsideExecutorActor()
        let result = try await explorer(ExplorationSettings(patience: .seconds(60))) {
            await outside.work()
        }.search(limit: 5, seed: 0)
        #expect(result.failure == nil)
        #expect(result.counts.outside == 5)
    }

    @Test("Other tasks go on beside an exploration, and are no part of it")
    func otherTasksAreLeftAlone() async throws {
        let other = Task.detached {
            let counter = Counter()
            for _ in 0..<1_000 { await counter.addOne() }
            return await counter.value
        }
        let counts = try await explore(seeds: 100) {
            let counter = Counter()
            async let first: Void = counter.addOne()
            async let second: Void = counter.addOne()
            _ = await (first, second)
        }
        #expect(counts.outside == 0)
        #expect(await other.value == 1_000)
    }
}

@Suite struct ExploringTraitTests {
    private static let runs = Counter()

    @Test("A test with the trait runs in many orders", .explored(seeds: 20))
    func runsInManyOrders() async {
        await Self.runs.addOne()
        let counter = Counter()
        async let first: Void = counter.addOne()
        async let second: Void = counter.addOne()
        _ = await (first, second)
        #expect(await counter.value == 2)
    }
}

@Suite struct RandomNumberTests {
    @Test("Random numbers are the same in each run")
    func randomNumbersAreRepeated() async throws {
        let first = Box<[Int]>([])
        try await explore(seeds: 20) {
            let numbers = (0..<3).map { _ in Int.random(in: 0..<1_000) }
            if first.value.isEmpty { first.value = numbers }
            #expect(numbers == first.value)
            #expect(Set(numbers).count > 1)
            if Bool.random() { await Task.yield() }
        }
    }
}
