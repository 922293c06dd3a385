import Dispatch
import Dispatchers
import DispatchersTesting
import Foundation
import Testing

@Suite("Manual clock")
struct ManualClockTests {
    private struct PriceOf: Request, Sendable {
        typealias Response = Int
        let item: String
    }

    /// Runs tasks on one thread, in the order in which they became ready.
    private final class SerialTaskExecutor: TaskExecutor {
        private let queue = DispatchQueue(label: "tests")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    private let clock = ManualClock()

    @Test("A sleeping task resumes at its deadline")
    func deadlines() async throws {
        let first = Task { [clock] in
            try await clock.sleep(for: .seconds(1))
            return clock.now.offset
        }
        await clock.advance(by: .seconds(1))
        #expect(try await first.value == .seconds(1))
        let late = Task { [clock] in try await clock.sleep(for: .seconds(5)) }
        await clock.advance(by: .seconds(4))
        #expect(clock.now.offset == .seconds(5))
        clock.pass(.seconds(1))
        try await late.value
    }

    @Test("A sleep until a past time returns at once")
    func pastDeadline() async throws {
        clock.pass(.seconds(3))
        try await clock.sleep(until: ManualClock.Instant(offset: .seconds(3)))
    }

    @Test("A cancelled task stops sleeping", arguments: [true, false])
    func cancellation(isAsleep: Bool) async {
        let task = Task { [clock] in try await clock.sleep(for: .seconds(60)) }
        if isAsleep { await clock.advance(by: .seconds(1)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A loop that sleeps makes all its rounds in one advance", .timeLimit(.minutes(10)))
    func rounds() async throws {
        let ticks = Recording<Duration>()
        try await withTaskExecutorPreference(SerialTaskExecutor()) {
            async let loop: Void = {
                for _ in 1...5 {
                    try await clock.sleep(for: .seconds(1))
                    ticks.append(clock.now.offset)
                }
            }()
            await clock.advance(by: .seconds(5))
            try await loop
        }
        #expect(ticks.values == (1...5).map { .seconds($0) })
        #expect(clock.now.offset == .seconds(5))
    }

    @Test("Several sleepers resume in the order of their deadlines, each at its own time", .timeLimit(.minutes(10)))
    func order() async throws {
        let resumed = Recording<[Duration]>()
        let deadlines: [Duration] = [.seconds(3), .seconds(1), .seconds(2)]
        try await withTaskExecutorPreference(SerialTaskExecutor()) {
            try await withThrowingTaskGroup { group in
                for deadline in deadlines {
                    group.addTask { [clock] in
                        try await clock.sleep(for: deadline)
                        resumed.append([deadline, clock.now.offset])
                    }
                }
                await clock.waitForSleepers(3)
                await clock.advance(by: .seconds(10))
                try await group.waitForAll()
            }
        }
        #expect(resumed.values == deadlines.sorted().map { [$0, $0] })
        #expect(clock.now.offset == .seconds(10))
    }

    @Test("Sleepers of one deadline resume in the order in which they began", .timeLimit(.minutes(10)))
    func equalDeadlines() async throws {
        let resumed = Recording<Int>()
        try await withTaskExecutorPreference(SerialTaskExecutor()) {
            try await withThrowingTaskGroup { group in
                for number in 1...20 {
                    group.addTask { [clock] in
                        try await clock.sleep(for: .seconds(number.isMultiple(of: 2) ? 1 : 2))
                        resumed.append(number)
                    }
                    await clock.waitForSleepers(number)
                }
                clock.pass(.seconds(2))
                try await group.waitForAll()
            }
        }
        let numbers = 1...20
        #expect(resumed.values == numbers.filter { $0.isMultiple(of: 2) } + numbers.filter { !$0.isMultiple(of: 2) })
    }

    @Test(
        "In a cancelled task, advance does not wait for a sleeper", .timeLimit(.minutes(10)), arguments: [true, false])
    func cancelledAdvance(isWaiting: Bool) async {
        let task = Task { [clock] in
            if !isWaiting { withUnsafeCurrentTask { $0?.cancel() } }
            await clock.advance(by: .seconds(1))
        }
        if isWaiting {
            for _ in 1...100 { await Task.yield() }
            task.cancel()
        }
        await task.value
        #expect(clock.now.offset == .seconds(1))
    }

    @Test("A wait for sleepers ends with the last of them, and with its task", .timeLimit(.minutes(10)))
    func sleepers() async {
        let tasks = (1...3).map { second in Task { [clock] in try await clock.sleep(for: .seconds(second)) } }
        await clock.waitForSleepers(3)
        #expect(clock.sleeperCount == 3)
        clock.pass(.seconds(2))
        #expect(clock.sleeperCount == 1)
        let waiting = Task { [clock] in await clock.waitForSleepers(2) }
        waiting.cancel()
        await waiting.value
        for task in tasks { task.cancel() }
    }

    @Test(
        "A wait for a sleeper that does not come says what it waits for", .timeLimit(.minutes(10)), arguments: [1, 3])
    func saysWhatItWaitsFor(count: Int) async throws {
        let (watch, said, places) = (ManualClock(), Recording<String>(), Recording<String>())
        let patience = Patience(of: .seconds(3), by: watch) { text, place in
            said.append(text)
            places.append("\(place)")
        }
        let clock = ManualClock(waitingWith: patience)
        let waiting = Task {
            if count == 1 { await clock.advance(by: .seconds(1)) } else { await clock.waitForSleepers(count) }
        }
        let line = #line - 2
        await watch.waitForSleepers(1)
        watch.pass(.seconds(2))
        #expect(said.values.isEmpty)
        watch.pass(.seconds(1))
        let text = await said.first(1).first ?? ""
        #expect(text.hasPrefix(count == 1 ? "advance(by: 1.0 seconds) of a " : "waitForSleepers(3) of a "))
        #expect(text.contains(count == 1 ? "until a task sleeps on this clock; 0 do now" : "until 3 tasks sleep"))
        #expect(places.values == ["\(SourceLocation(line: line))"])
        let sleepers = (0..<count).map { _ in Task { try await clock.sleep(for: .seconds(1)) } }
        await waiting.value
        for sleeper in sleepers { sleeper.cancel() }
    }

    @Test("A wait that ends in time says nothing, and leaves no sleeper", .timeLimit(.minutes(10)))
    func saysNothing() async throws {
        let (watch, said) = (ManualClock(), Recording<String>())
        let patience = Patience(of: .seconds(3), by: watch) { text, _ in said.append(text) }
        let (clock, recording) = (ManualClock(waitingWith: patience), Recording<Int>(waitingWith: patience))
        let waiting = Task {
            await clock.advance(by: .seconds(1))
            return await recording.first(1)
        }
        await watch.waitForSleepers(1)
        try await clock.sleep(for: .seconds(1))
        await watch.waitForSleepers(1)
        recording.append(1)
        #expect(await waiting.value == [1])
        #expect(said.values.isEmpty)
    }

    @Test("A wait for a recorded value that does not come says how many there are", .timeLimit(.minutes(10)))
    func saysHowManyAreRecorded() async throws {
        let (watch, said) = (ManualClock(), Recording<String>())
        let patience = Patience(of: .seconds(3), by: watch) { text, _ in said.append(text) }
        let recording = Recording<Int>(waitingWith: patience)
        recording.append(1)
        let waiting = Task { await recording.first(2) }
        await watch.waitForSleepers(1)
        watch.pass(.seconds(3))
        #expect(await said.first(1) == ["first(2) of a Recording<Int> waits; 1 are recorded now."])
        recording.append(2)
        #expect(await waiting.value == [1, 2])
    }

    /// Runs jobs on a thread that stands still before one of them, until time has passed or for some rounds.
    private final class SlowExecutor: TaskExecutor {
        private let queue = DispatchQueue(label: "slow")
        private let clock: ManualClock

        /// The time at which that job begins.
        let began = Recording<Duration>()

        init(_ clock: ManualClock) { self.clock = clock }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { [clock, began] in
                // The job that resumes at two seconds: it is late if the clock goes on to the next deadline meanwhile.
                if clock.now.offset == .seconds(2), began.values.isEmpty {
                    for _ in 0..<500 where clock.now.offset == .seconds(2) { sched_yield() }
                    began.append(clock.now.offset)
                }
                job.runSynchronously(on: self.asUnownedTaskExecutor())
            }
        }
    }

    @Test("A sleeper whose thread stands still resumes before the next deadline", .timeLimit(.minutes(10)))
    func slowSleepers() async throws {
        let executor = SlowExecutor(clock)
        let fast = Task { try await clock.sleep(for: .seconds(3)) }
        let slow = Task(executorPreference: executor) { try await clock.sleep(for: .seconds(2)) }
        await clock.waitForSleepers(2)
        await clock.advance(by: .seconds(4))
        try await fast.value
        try await slow.value
        #expect(executor.began.values == [.seconds(2)])
    }

    @Test("Time that passes backwards is a mistake of the program")
    func negativeDurationIsAMistakeOfTheProgram() async {
        await #expect(processExitsWith: .failure) { ManualClock().pass(.seconds(-1)) }
        await #expect(processExitsWith: .failure) { await ManualClock().advance(by: .seconds(-1)) }
    }

    @Test("A request times out when the manual clock reaches its deadline")
    func requestTimeout() async {
        let center = MessageCenter(clock: clock)
        let (answers, continuation) = AsyncStream.makeStream(of: Int.self)
        let registration = center.respond(to: PriceOf.self) { _ in
            for await answer in answers { return answer }
            throw CancellationError()
        }
        let price = Task { try await center.request(PriceOf(item: "lamp"), timeout: .seconds(2)) }
        await clock.advance(by: .seconds(2))
        await #expect(throws: RequestError.self) { try await price.value }
        continuation.finish()
        registration.cancel()
    }
}
