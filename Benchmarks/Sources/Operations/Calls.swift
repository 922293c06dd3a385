import Dispatchers
import Harness

private protocol Receiver { func take(_ number: Int) }

/// One of two conforming types, so that the compiler cannot know which one it calls.
private final class Sink: Receiver, @unchecked Sendable {
    @exclusivity(unchecked) private var sum = 0
    @inline(never) func take(_ number: Int) { sum &+= number }
}

private final class OtherSink: Receiver, @unchecked Sendable {
    @exclusivity(unchecked) private var product = 1
    @inline(never) func take(_ number: Int) { product &*= number }
}

private final class WeakBox {
    weak var receiver: (any AnyObject & Receiver)?
    init(_ receiver: any AnyObject & Receiver) { self.receiver = receiver }
}

@inline(never)
private func makeReceivers(_ count: Int) -> [any Receiver & AnyObject & Sendable] {
    (0..<count).map { $0 % 64 == 63 ? OtherSink() as any Receiver & AnyObject & Sendable : Sink() }
}

/// A call to receivers that are kept, against a loop over as many.
func calling(_ count: Int) -> Benchmark {
    let receivers = makeReceivers(count)
    let plain: [any Receiver] = receivers
    let center = ProtocolDispatcherCenter()
    let registrations = receivers.map { receiver in center.register((any Receiver).self) { receiver } }
    let lending = ProtocolDispatcherCenter()
    let lent = receivers.map { receiver in
        lending.register((any Receiver).self, lending: { call in try call(receiver) })
    }
    return Benchmark(
        "a call to \(count)",
        [
            .init("any P in a loop") { times in
                for number in 0..<times { for receiver in plain { receiver.take(number) } }
            },
            .ours("dispatch, kept and lent", .atMost(0.6, stretch: 0.3, of: "any P in a loop")) { times in
                for number in 0..<times { lending.dispatch((any Receiver).self) { $0.take(number) } }
                keep(lent)
            },
            .ours("dispatch, kept", .atMost(0.6, stretch: 0.3, of: "any P in a loop")) { times in
                for number in 0..<times { center.dispatch((any Receiver).self) { $0.take(number) } }
                keep(registrations)
            },
        ]
    )
}

/// A call to owners against a loop over boxes that hold them weakly.
func callingOwners(_ count: Int) -> Benchmark {
    let sinks = (0..<count).map { _ in Sink() }
    let boxes = (sinks.map { $0 } as [any AnyObject & Receiver]).map(WeakBox.init)
    let (lending, plain) = (ProtocolDispatcherCenter(), ProtocolDispatcherCenter())
    for sink in sinks {
        lending.register((any Receiver).self, by: sink, lending: { owner, call in try call(owner) })
        plain.register((any Receiver).self, by: sink) { $0 }
    }
    return Benchmark(
        "a call to \(count) owners",
        [
            .init("weak any P in a loop") { times in
                for number in 0..<times { for box in boxes { box.receiver?.take(number) } }
            },
            .ours("dispatch, lending", .atMost(1, of: "weak any P in a loop")) { times in
                for number in 0..<times { lending.dispatch((any Receiver).self) { $0.take(number) } }
                keep(sinks)
            },
            .ours("dispatch, { $0 }", .atMost(2, of: "weak any P in a loop")) { times in
                for number in 0..<times { plain.dispatch((any Receiver).self) { $0.take(number) } }
                keep(sinks)
            },
        ]
    )
}
