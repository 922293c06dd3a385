import AllocationCounter
import Foundation

extension Benchmark.Case {
    /// How often the work is done in a run of about a millisecond.
    var timesPerRun: Int {
        var times = 1
        while nanoseconds(times: times) * Double(times) < 500_000, times < 1 << 22 { times *= 2 }
        return times * 2
    }

    /// The thread's processor time for doing the work once, in nanoseconds.
    func nanoseconds(times: Int) -> Double {
        let start = threadTime()
        run(times)
        return (threadTime() - start) / Double(times)
    }

    /// The allocations for doing the work once, in a warm state.
    func allocations() -> Double? {
        guard allocationsOfThisThread() >= 0 else { return nil }
        let before = allocationsOfThisThread()
        run(1_000)
        return Double(allocationsOfThisThread() - before) / 1_000
    }
}

private func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Makes the process one of several threads, as every app is: alone, some systems' locks leave out their atomics.
package func startSecondThread() {
    Thread.detachNewThread { while true { Thread.sleep(forTimeInterval: 3_600) } }
}

/// Keeps the compiler from leaving out work whose result nobody uses.
@inline(never)
package func keep(_ value: some Any) {
    withExtendedLifetime(value) {}
}
