import Dispatchers
import Harness
import Workloads

/// What one delivery costs, however many there are.
func deliveriesAmongMany() -> Benchmark {
    func delivering(_ count: Int, _ targets: Benchmark.Target...) -> Benchmark.Case {
        let center = MessageCenter()
        let registrations = (0..<count).map { _ in
            let sink = Sink()
            return center.observe(Int.self) { sink.take($0) }
        }
        return .ours("\(count) observers", targets, parts: count) { times in
            for number in 0..<times { center.post(number) }
            keep(registrations)
        }
    }
    func calling(_ count: Int) -> Benchmark.Case {
        let closures: [(Int) -> Void] = (0..<count).map { _ in
            let sink = Sink()
            return { sink.take($0) }
        }
        return .init("closures in a loop, \(count)", parts: count) { times in
            for number in 0..<times { for closure in closures { closure(number) } }
        }
    }
    let target = Benchmark.Target.atMost(1.25, of: "10 observers")
    return Benchmark(
        "a delivery, as observers grow",
        [
            calling(10), calling(10_000), callingHeld(10), callingHeld(10_000),
            delivering(10), delivering(100, target), delivering(1_000, target), delivering(10_000, target),
        ]
    )
}

/// The least work of a delivery: calling closures that other code holds, and reaching their memory.
private func callingHeld(_ count: Int) -> Benchmark.Case {
    let holders = (0..<count).map { _ in
        let sink = Sink()
        return Holder { sink.take($0) }
    }
    let held = holders.map { Unmanaged.passUnretained($0) }
    return .init("limit: closures held elsewhere, \(count)", parts: count) { times in
        for number in 0..<times { for holder in held { holder._withUnsafeGuaranteedRef { $0.handle(number) } } }
        keep(holders)
    }
}

private final class Holder {
    let handle: (Int) -> Void
    init(_ handle: @escaping (Int) -> Void) { self.handle = handle }
}

/// What it costs that a trace records, and that it could.
func tracing() -> Benchmark {
    func posting(_ trace: Trace) -> (Int) -> Void {
        let center = MessageCenter(trace: trace)
        let registrations = (0..<10).map { _ in
            let sink = Sink()
            return center.observe(Int.self) { sink.take($0) }
        }
        return { times in
            for number in 0..<times { center.post(number) }
            keep(registrations)
        }
    }
    let recording = Trace()
    recording.start()
    return Benchmark(
        "a message to 10, and a trace",
        [
            .init("that is off", posting(Trace())),
            .ours("that records", run: posting(recording)),
        ]
    )
}

/// The cost of being an owner: an object with a weak reference is retained more slowly ever after.
func retainingOwners() -> Benchmark {
    let (plain, owner) = (Sink(), Sink())
    MessageCenter().observe(Int.self, by: owner) { $0.take($1) }
    return Benchmark(
        "retaining and releasing an object",
        [
            .init("that owns nothing") { times in for _ in 0..<times { retain(plain) } },
            .ours("that owns an observation") { times in for _ in 0..<times { retain(owner) } },
        ]
    )
}

@inline(never)
private func retain(_ sink: Sink) {
    let unmanaged = Unmanaged.passRetained(sink)
    keep(1)
    unmanaged.release()
}
