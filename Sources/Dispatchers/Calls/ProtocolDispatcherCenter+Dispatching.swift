import SignalboxCore

extension ProtocolDispatcherCenter {
    /// Calls all receivers of a protocol.
    ///
    /// Receivers on no actor and on the current actor have been called when it returns, unless more than 1,024 earlier calls wait for
    /// the current actor. For other actors, the call waits in a queue, in the order of the calls. When as many calls wait as the
    /// center's queue limit allows, later ones are dropped and reported. An error of a receiver is reported to the center's error
    /// handler, and the next receiver is called. A call to which too many others led is refused and reported.
    ///
    /// ```swift
    /// center.dispatch((any LoginObserver).self) { $0.didLogin(user) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - call: Calls a receiver. If it is written on an actor, it runs only there: a receiver on another actor is not called,
    ///     and reported with a `CallIsolationError`; so are all when this is not called on that actor.
    public func dispatch<P>(
        _ type: P.Type,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ call: @escaping @isolated(any) @Sendable (P) throws -> Void
    ) {
        let home = call.isolation
        let site = CallSite(actor: isolation, home: home, location: SourceLocation(fileID: fileID, line: line))
        hub.call(ErasedCall(withoutIsolation(call)), to: type, isConfined: home != nil, site)
    }
}

extension Hub {
    /// Calls the receivers of a protocol that run on no actor or on the current one, and leaves the call to the others.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - type: The protocol.
    ///   - isConfined: `true` if receivers on other actors are reported instead.
    ///   - site: The actors and the source location of the call.
    @inline(never)
    func call(_ call: ErasedCall, to type: any Any.Type, isConfined: Bool, _ site: CallSite) {
        ValueAddress.lend(call) { call in
            guard trace.isOn else { return makeCall(call, to: type, isConfined: isConfined, site, nil) }
            let event = trace.begin(TraceEvent(.call, of: type, at: site.location, in: name))
            trace.run(event) { makeCall(call, to: type, isConfined: isConfined, site, event) }
        }
    }

    /// Makes a call, as an event of the trace if there is one.
    @inline(__always)
    private func makeCall(
        _ call: ValueAddress, to type: any Any.Type, isConfined: Bool, _ site: CallSite, _ event: Trace.Cause?
    ) {
        guard let topic = topics[ObjectIdentifier(type)] else { return trace.mark(event, .unreceived) }
        if isClosed { return trace.mark(event, .refused("the center is closed")) }
        let posting = Posting(value: call, topic: topic, location: site.location, isConfined: isConfined)
        let thread = CurrentThread.current
        if thread.scope != nil || site.isOnAnotherActor { return deliverInside(posting, site, thread) }
        _ = deliver(posting, on: site.actor.map { ObjectIdentifier($0) }, thread)
    }

    /// Delivers a call that a handler makes, and refuses one that is not made on its actor.
    @inline(never)
    private func deliverInside(_ call: Posting, _ site: CallSite, _ thread: CurrentThread) {
        let topic = call.topic.object
        let cause = Cause(of: topic, at: site.location, on: thread)
        if refusesCycle(of: cause, nil, named: topic.name, on: thread) { return }
        if site.isOnAnotherActor { return reportIsolation(cause, topic) }
        _ = deliver(call, because: cause, on: site.actor.map { ObjectIdentifier($0) }, thread)
    }

    /// Reports all receivers of a call that is not made on its actor.
    private func reportIsolation(_ cause: Cause, _ topic: Topic) {
        let failures = subscriptions(of: topic).map { receiver in
            DeliveryFailure(CallIsolationError(), of: receiver, from: cause.step.location)
        }
        for failure in failures { report(failure, because: cause) }
    }

    /// Notes in the trace that the receiver that is being called has thrown.
    func traceFailure(_ error: any Error) {
        trace.mark(trace.cause, .failed(trace.text(of: error)))
    }

    /// Keeps the call that is being delivered from the receivers after the current one.
    func stopCall() {
        DeliveryScope.current(of: self, on: CurrentThread.current)?.isConsumed = true
    }
}

/// The actors and the source location of a call.
struct CallSite {
    /// The current actor.
    let actor: (any Actor)?

    /// The actor on which the call has to run, if there is one.
    var home: (any Actor)?
    let location: SourceLocation

    /// A Boolean value that indicates whether the call is not made on the actor on which it has to run.
    var isOnAnotherActor: Bool { home != nil && home !== actor }
}

/// A call of the receivers of a protocol.
///
/// To the hub it is a value, and the receivers of a protocol are subscribers of its topic. A call that is confined to the current
/// actor does not leave the thread, and may have a body that is not `Sendable`.
struct Call<P> {
    /// Calls a receiver.
    let body: (P) throws -> Void

    /// Called with the error of a receiver, and the source location of its registration; `nil` if the error is reported.
    let onError: ((any Error, SourceLocation) -> Void)?
}

/// A call without its protocol.
///
/// The type `Call<P>` would be looked up at each call, which takes 300 instructions.
///
/// Soundness: a function has one layout, whatever its argument. Only the handlers of the protocol's topic read it, as a `Call<P>`.
struct ErasedCall {
    private let body: () throws -> Void
    private let onError: ((any Error, SourceLocation) -> Void)?

    init<P>(_ body: @escaping (P) throws -> Void, onError: ((any Error, SourceLocation) -> Void)? = nil) {
        self = unsafe unsafeBitCast(Call<P>(body: body, onError: onError), to: ErasedCall.self)
    }
}

/// A protocol that is called, or a type of requests.
private final class CallTopic<P>: Topic, @unchecked Sendable {
    private let isOfRequests: Bool

    /// Creates the topic of a protocol.
    ///
    /// - Parameter request: The type of the requests, if the receivers answer requests.
    init(of request: (any Any.Type)?) {
        isOfRequests = request != nil
        super.init(id: ObjectIdentifier(P.self), showing: request ?? P.self)
    }

    override var stepKind: DeliveryStep.Kind { isOfRequests ? .request : .call }

    override func box(_ value: ValueAddress) -> any Sendable { value.box(as: Call<P>.self) }
}

extension Hub {
    /// Returns the topic of a protocol, or of a type of requests, made if it is new.
    func callTopic<P>(of type: P.Type, showing request: (any Any.Type)? = nil) -> Topic {
        topic(ObjectIdentifier(type)) { CallTopic<P>(of: request) }
    }
}

/// The handler of a receiver, which is asked for before each call.
class CallHandler<P>: Handler {
    private let form: ObservationInfo.Form
    private let location: SourceLocation

    fileprivate init(_ form: ObservationInfo.Form, at location: SourceLocation) {
        self.form = form
        self.location = location
    }

    /// Calls a body with the receiver.
    ///
    /// - Returns: `false` if the owner was released.
    func lend(to body: (P) throws -> Void) throws -> Bool { true }

    override func describe(_ info: inout ObservationInfo) {
        info.form = form
    }

    override final func receive(_ value: ValueAddress) throws -> Bool {
        try value.lend(as: Call<P>.self) { call in
            do {
                return try lend(to: call.body)
            } catch {
                guard let onError = call.onError else { throw error }
                onError(error, location)
                return true
            }
        }
    }
}

/// The handler of a receiver that lasts until its registration is cancelled.
final class TokenCallHandler<P>: CallHandler<P> {
    private let receiver: @Sendable () -> P
    private let calls = RunningCalls()

    init(
        form: ObservationInfo.Form = .synchronous, at location: SourceLocation = SourceLocation(),
        _ receiver: @escaping @Sendable () -> P
    ) {
        self.receiver = receiver
        super.init(form, at: location)
    }

    override var runningCalls: RunningCalls? { calls }

    override func lend(to body: (P) throws -> Void) throws -> Bool {
        try body(receiver())
        return true
    }
}

/// The handler of a receiver that lasts as long as its owner.
final class OwnerCallHandler<P, Owner: AnyObject & Sendable>: CallHandler<P> {
    private weak let owner: Owner?
    private let receiver: @Sendable (Owner) -> P

    init(
        _ owner: Owner, form: ObservationInfo.Form = .synchronous, at location: SourceLocation = SourceLocation(),
        _ receiver: @escaping @Sendable (Owner) -> P
    ) {
        self.owner = owner
        self.receiver = receiver
        super.init(form, at: location)
    }

    override var isOrphaned: Bool { owner == nil }

    override func describe(_ info: inout ObservationInfo) {
        super.describe(&info)
        info.owner = "\(Owner.self)"
        info.isAlive = owner != nil
    }

    override func lend(to body: (P) throws -> Void) throws -> Bool {
        guard let owner else { return false }
        try body(receiver(owner))
        return true
    }
}

extension Subscription {
    /// Calls the receiver asynchronously, on its actor.
    ///
    /// Calls that wait for the actor were made earlier, and come first.
    ///
    /// - Returns: The result or error of the call; `nil` if the registration has ended.
    func ask<P, Value: Sendable>(
        _ call: @Sendable (P) async throws -> Value
    ) async -> Result<Value, any Error>? {
        guard let queue else { return await ask(on: nil, call) }
        await queue.waitForAll()
        guard let actor = queue.liveActor else { return nil }
        return await ask(on: actor, call)
    }

    private func ask<P, Value: Sendable>(
        on actor: isolated (any Actor)?, _ call: @Sendable (P) async throws -> Value
    ) async -> Result<Value, any Error>? {
        // Counted before it is looked whether the registration has ended: a thread that cancels either finds the call running, or
        // the call finds that it has ended.
        let calls = currentHandler?.runningCalls ?? RunningCalls()
        return await calls.run {
            do {
                guard let receiver: P = try borrowReceiver() else { return nil }
                return .success(try await call(receiver))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Returns the receiver; `nil` if the registration has ended, or its owner was released.
    private func borrowReceiver<P>() throws -> P? {
        var receiver: P?
        try hub.run(on: nil) { _ throws in
            guard let handler = handlerForReader as? CallHandler<P> else { return }
            if try !handler.lend(to: { receiver = $0 }) { cancel() }
        }
        return receiver
    }
}
