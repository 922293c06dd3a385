import SignalboxCore
import Testing

@Suite("Running calls") struct RunningCallsTests {
    private let first = RunningCalls()
    private let second = RunningCalls()

    @Test("wait() returns at once if no call is running") func idle() async {
        #expect(first.isIdle)
        await first.wait()
    }

    @Test("wait() returns after a running call of another task has returned") func waitsForACall() async {
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

    @Test("wait() inside a call of the group does not wait for that call") func waitsInside() async {
        await first.run { await first.wait() }
        #expect(first.isIdle)
    }

    @Test("wait() inside a call of the group waits for the group's other calls") func waitsInsideForOthers() async {
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

    @Test("wait() in a task that outlives its call waits for running calls") func waitsInATaskOfAnEndedCall() async {
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

    @Test("Two calls that wait for each other's group both return") func waitsForEachOther() async {
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
