import SignalboxCore

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
                try call.onError(error, location)
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
