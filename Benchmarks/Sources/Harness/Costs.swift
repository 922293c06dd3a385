import AllocationCounter

/// Does our work under an instrument that counts instructions, and counts allocations itself.
///
/// The instrument starts a new count at each call of `markCosts`: every second count is that of a case, done 100 times in a
/// warm state. Prints a line for each of them: its allocations, and its name.
public func countCosts(of benchmarks: [Benchmark]) {
    for benchmark in benchmarks where benchmark.clock == .thread {
        for ours in benchmark.cases where ours.isOurs {
            ours.run(100)
            let before = allocationsOfThisThread()
            markCosts()
            ours.run(100)
            markCosts()
            print("\(allocationsOfThisThread() - before)\t\(benchmark.name): \(ours.name)")
        }
    }
}
