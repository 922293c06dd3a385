import SignalboxCore
import Testing

@Suite("Running calls") struct RunningCallsTests {
    private let first = RunningCalls()
    private let second = RunningCalls()

    @Test("waiting returns at once if no call runs") func idle() async {
        #expect(first.isIdle)
        await first.wait()
    }

    @Test("waiting lasts until a call of another task has returned") func waitsForACall() async {
        let (began, ended) = (Probe<Bool>(), Probe<Bool>())
        let gate = Latch()
        Task {
            await first.run {
                began.report(true)
                await gate.wait()
                ended.report(true)
            }
        }
        _ = await began.values(1)
        async let drained: Void = first.wait()
        gate.open()
        await drained
        #expect(ended.values == [true])
    }

    @Test("a call that waits for its own group does not wait for itself") func waitsInside() async {
        await first.run { await first.wait() }
        #expect(first.isIdle)
    }

    @Test("a call that waits for its own group waits for the group's other calls") func waitsInsideForOthers() async {
        let (began, ended) = (Probe<Bool>(), Probe<Bool>())
        let gate = Latch()
        Task {
            await first.run {
                began.report(true)
                await gate.wait()
                ended.report(true)
            }
        }
        _ = await began.values(1)
        await first.run {
            async let drained: Void = first.wait()
            gate.open()
            await drained
            #expect(ended.values == [true])
        }
    }

    @Test("a task that outlives the call that started it waits as any other") func waitsInATaskOfAnEndedCall() async {
        let (began, ended) = (Probe<Bool>(), Probe<Bool>())
        let (gate, callHasEnded) = (Latch(), Latch())
        let leftover = await first.run {
            await Task.yield()
            return Task {
                await callHasEnded.wait()
                await first.wait()
                return ended.values
            }
        }
        Task {
            await first.run {
                began.report(true)
                await gate.wait()
                ended.report(true)
            }
        }
        _ = await began.values(1)
        callHasEnded.open()
        for _ in 0..<100 { await Task.yield() }
        gate.open()
        #expect(await leftover.value == [true])
    }

    @Test("two calls that wait for each other both return") func waitsForEachOther() async {
        let (both, began) = (Latch(), Probe<Int>())
        await withTaskGroup { group in
            for (own, other) in [(first, second), (second, first)] {
                group.addTask {
                    await own.run {
                        began.report(1)
                        await both.wait()
                        await other.wait()
                    }
                }
            }
            _ = await began.values(2)
            both.open()
        }
        #expect(first.isIdle && second.isIdle)
    }
}
