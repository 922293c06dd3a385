import Harness
import OpenCombine
import Workloads

/// OpenCombine telling as many observers a number, each of whom adds it to a sum of its own.
func openCombine(to count: Int) -> Benchmark.Case {
    let subject = PassthroughSubject<Int, Never>()
    let subscriptions = (0..<count).map { _ in
        let sink = Sink()
        return subject.sink { sink.take($0) }
    }
    return .init("OpenCombine, PassthroughSubject") { times in
        for number in 0..<times { subject.send(number) }
        keep(subscriptions)
    }
}

/// The bytes that a subscriber keeps in use.
func keepingSubscribers() -> Benchmark.Case {
    .init(keeping: "OpenCombine, PassthroughSubject") { times in
        let subject = PassthroughSubject<Int, Never>()
        return (subject, (0..<times).map { number in subject.sink { _ in keep(number) } })
    }
}

/// A subject with a value, as a state, that sends a number to as many observers.
func openCombineState(to count: Int) -> Benchmark.Case {
    let subject = CurrentValueSubject<Int, Never>(0)
    let subscriptions = (0..<count).map { _ in
        let sink = Sink()
        return subject.sink { sink.take($0) }
    }
    return .init("OpenCombine, CurrentValueSubject") { times in
        for number in 0..<times { subject.send(number) }
        keep(subscriptions)
    }
}

/// Observing such a subject, and cancelling that.
func observingOpenCombineState() -> Benchmark.Case {
    let subject = CurrentValueSubject<Int, Never>(0)
    return .init("OpenCombine, CurrentValueSubject") { times in
        for _ in 0..<times { subject.sink { _ in }.cancel() }
    }
}
