import AllocationCounter

/// Does our work under an instrument that counts instructions, and counts allocations and bytes itself.
///
/// The instrument starts a new count at each call of `markCosts`: every second count is that of a case, done so many times
/// in a warm state. Prints a line for each of them: how many times, its allocations, and its name; and for memory a line
/// of how many bytes.
public func countCosts(of benchmarks: [Benchmark]) {
    for benchmark in benchmarks where benchmark.isCounted {
        for ours in benchmark.cases where ours.isOurs {
            let name = "\(benchmark.name): \(ours.name)"
            switch benchmark.measure {
            case .elapsedTime: continue
            case .memory: print("bytes\t\(Int(ours.bytes().rounded()))\t\(name)")
            case .processorTime:
                let times = max(1, 100 / ours.parts)
                print("\(times * ours.parts)\t\(ours.countedAllocations(times))\t\(name)")
            }
        }
    }
}

extension Benchmark.Case {
    fileprivate func countedAllocations(_ times: Int) -> Int {
        _ = work(times)
        let before = allocationsOfThisThread()
        markCosts()
        _ = work(times)
        markCosts()
        return allocationsOfThisThread() - before
    }
}
