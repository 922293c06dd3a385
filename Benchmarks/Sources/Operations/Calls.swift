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

/// What a call to owners does, by hand: each is loaded, and handed to a closure that might have had to wait for an actor.
private func callOwners(_ boxes: [WeakBox], _ call: @escaping @Sendable (any AnyObject & Receiver) -> Void) {
    for box in boxes { if let receiver = box.receiver { call(receiver) } }
}

/// What `@Dispatchable` writes for the protocol, by hand; the macro's own tests hold it to that text.
private final class ReceiverDispatcher: Receiver, Sendable {
    private let center: ProtocolDispatcherCenter

    init(_ center: ProtocolDispatcherCenter) { self.center = center }

    func register<Owner: Receiver & AnyObject & Sendable>(_ owner: Owner) {
        center.register((any Receiver).self, by: owner) { $0 }
    }

    @inline(never)
    func take(_ number: Int) {
        center.dispatch((any Receiver).self) { receiver in receiver.take(number) }
    }
}

@inline(never)
private func makeReceivers(_ count: Int) -> [any Receiver & AnyObject & Sendable] {
    (0..<count).map { $0 % 64 == 63 ? OtherSink() as any Receiver & AnyObject & Sendable : Sink() }
}

@inline(never)
private func call(_ times: Int, in center: ProtocolDispatcherCenter) {
    // Another number than a dispatcher passes on: of two equal closures the compiler makes one that calls the other.
    for number in 0..<times { center.dispatch((any Receiver).self) { $0.take(number &+ 1) } }
}

private func register(
    _ receiver: some Receiver & AnyObject & Sendable, in center: ProtocolDispatcherCenter
) -> Registration {
    center.register((any Receiver).self) { receiver }
}

/// A call to receivers that are kept, against a loop over as many.
func calling(_ count: Int) -> Benchmark {
    let receivers = makeReceivers(count)
    let plain: [any Receiver] = receivers
    let (center, asking) = (ProtocolDispatcherCenter(), ProtocolDispatcherCenter())
    let kept = receivers.map { register($0, in: center) }
    let asked = receivers.map { receiver in asking.register((any Receiver).self) { receiver } }
    let dispatcher = ReceiverDispatcher(center)
    return Benchmark(
        "a call to \(count)",
        [
            .init("any P in a loop") { times in
                for number in 0..<times { for receiver in plain { receiver.take(number) } }
            },
            .ours("dispatch, kept", .atMost(1.8, stretch: 0.9, of: "any P in a loop")) { times in
                call(times, in: center)
                keep(kept)
            },
            .ours("@Dispatchable, kept", .atMost(1.8, stretch: 0.9, of: "any P in a loop")) { times in
                for number in 0..<times { dispatcher.take(number) }
                keep(kept)
            },
            .ours("dispatch, asked for each time") { times in
                call(times, in: asking)
                keep(asked)
            },
        ]
    )
}

/// A call to owners against a loop over boxes that hold them weakly.
func callingOwners(_ count: Int) -> Benchmark {
    let sinks = (0..<count).map { _ in Sink() }
    let boxes = (sinks.map { $0 } as [any AnyObject & Receiver]).map(WeakBox.init)
    var callLimit = callOwners
    let center = ProtocolDispatcherCenter()
    let dispatcher = ReceiverDispatcher(center)
    for sink in sinks { dispatcher.register(sink) }
    return Benchmark(
        "a call to \(count) owners",
        [
            .init("weak any P in a loop") { times in
                for number in 0..<times { for box in boxes { box.receiver?.take(number) } }
            },
            .init("a closure over weak any P") { times in
                // The compiler must not know which it calls.
                if times < 0 { callLimit = { _, _ in } }
                for number in 0..<times { callLimit(boxes) { $0.take(number) } }
            },
            .ours("dispatch", .atMost(2, of: "weak any P in a loop")) { times in
                call(times, in: center)
                keep(sinks)
            },
            .ours("@Dispatchable", .atMost(2, of: "weak any P in a loop")) { times in
                for number in 0..<times { dispatcher.take(number) }
                keep(sinks)
            },
        ]
    )
}
