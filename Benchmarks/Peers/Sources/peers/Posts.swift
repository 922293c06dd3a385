import Dispatchers
import Harness
import OpenCombine
import Workloads

/// Telling observers a number, each of whom adds it to a sum of its own.
func postingAmongPeers(to count: Int) -> Benchmark {
    let center = MessageCenter()
    let registrations = (0..<count).map { _ in
        let sink = Sink()
        return center.observe(Int.self) { sink.take($0) }
    }
    let subject = PassthroughSubject<Int, Never>()
    let subscriptions = (0..<count).map { _ in
        let sink = Sink()
        return subject.sink { sink.take($0) }
    }
    return Benchmark(
        "peers, a message to \(count)",
        [
            .ours(
                "MessageCenter.post", .atMost(1.0 / 20, stretch: 1.0 / 40, of: "OpenCombine, PassthroughSubject.send")
            ) { times in
                for number in 0..<times { center.post(number) }
                keep(registrations)
            },
            .init("OpenCombine, PassthroughSubject.send") { times in
                for number in 0..<times { subject.send(number) }
                keep(subscriptions)
            },
        ]
    )
}
