public import SignalboxCore

/// Advice of a pointcut: it runs at the beginning of a call of any shape, and returns what to run at the end.
struct PointcutAdvice: Sendable {
    let begin: @Sendable (_ target: Any, _ call: HookCall) -> (Result<Any, any Error>) -> Void
}

extension Pointcut {
    /// Runs advice before each call of any join point that matches, until the registration ends.
    ///
    /// Advice runs where each call does, so that it may touch no isolated state, also when it is written in a class of the
    /// main actor. Advice that is marked `@MainActor` may, and applies to join points of the main actor alone; advice of
    /// another actor stops the program when it is registered. If an override calls its method, advice runs in the call of
    /// the override alone, unless the pointcut names a class.
    ///
    /// - Parameters:
    ///   - priority: Hooks of higher priority run further outside.
    ///   - fileID: Where the hook is written.
    ///   - line: Where the hook is written.
    ///   - advice: What to do.
    /// - Returns: The token of the hook.
    public func before(
        priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @isolated(any) @Sendable (Target, HookCall) -> Void
    ) -> Registration { add(terms(.before, priority, fileID, line, advice.isolation), before(plain(advice))) }

    /// Runs advice after each call of any join point that matches, with its outcome, until the registration ends.
    ///
    /// It is registered and runs as `before` advice.
    public func after(
        priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @isolated(any) @Sendable (Target, HookCall, Result<Any, any Error>) -> Void
    ) -> Registration { add(terms(.after, priority, fileID, line, advice.isolation), after(plain(advice))) }

    /// Runs advice before each call of any join point that matches, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func before<Owner: AnyObject & Sendable>(
        by owner: Owner, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @isolated(any) @Sendable (Owner, Target, HookCall) -> Void
    ) {
        let plainly: @Sendable (Owner, Target, HookCall) -> Void = plain(advice)
        HookCore.pointcuts.add(terms(.before, priority, fileID, line, advice.isolation), by: owner) { owner in
            before { if let owner = owner() { plainly(owner, $0, $1) } }
        }
    }

    /// Runs advice after each call of any join point that matches, with its outcome, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func after<Owner: AnyObject & Sendable>(
        by owner: Owner, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @isolated(any) @Sendable (Owner, Target, HookCall, Result<Any, any Error>) -> Void
    ) {
        let plainly: @Sendable (Owner, Target, HookCall, Result<Any, any Error>) -> Void = plain(advice)
        HookCore.pointcuts.add(terms(.after, priority, fileID, line, advice.isolation), by: owner) { owner in
            after { if let owner = owner() { plainly(owner, $0, $1, $2) } }
        }
    }

    /// Ends all hooks of an owner at pointcuts, whatever their targets.
    public static func cancel(by owner: AnyObject) { HookCore.pointcuts.cancel(by: owner) }

    /// Records each call as an event of a trace, while that is on.
    ///
    /// - Parameters:
    ///   - trace: The trace of the events.
    ///   - fileID: Where the hook is written.
    ///   - line: Where the hook is written.
    /// - Returns: The token of the hook.
    public func tracing(in trace: Trace = .shared, fileID: StaticString = #fileID, line: Int = #line) -> Registration {
        let terms = terms(.around, 0, fileID, line, nil)
        let advice = PointcutAdvice { _, call in
            let event = TraceEvent(.hook, of: call.place.fullName, at: call.location, to: terms.location)
            guard let event = trace.begin(event) else { return { _ in } }
            return { outcome in
                var end = TraceEvent.Outcome.done
                if case .failure(let error) = outcome { end = .failed("\(error)") }
                trace.end(event, end)
            }
        }
        return add(terms, advice)
    }

    private func add(_ terms: HookTerms, _ advice: PointcutAdvice) -> Registration {
        HookCore.pointcuts.add(terms, advice).registration()
    }

    private func before(_ advice: @escaping @Sendable (Target, HookCall) -> Void) -> PointcutAdvice {
        PointcutAdvice { target, call in
            if let target = target as? Target { advice(target, call) }
            return { _ in }
        }
    }

    private func after(
        _ advice: @escaping @Sendable (Target, HookCall, Result<Any, any Error>) -> Void
    ) -> PointcutAdvice {
        PointcutAdvice { target, call in { if let target = target as? Target { advice(target, call, $0) } } }
    }

    private func terms(
        _ kind: HookKind, _ priority: Int, _ fileID: StaticString, _ line: Int, _ isolation: (any Actor)?
    ) -> HookTerms {
        var terms = HookTerms(kind, self, priority, fileID, line)
        terms.rule = ownRule(on: isolation)
        return terms
    }
}

/// A call as the advice of a pointcut receives it.
public struct HookCall: CustomStringConvertible {
    /// The name of the method's join point.
    public var name: String { place.name }

    /// Where the join point is declared.
    public var location: SourceLocation { place.location }

    /// The arguments of the call.
    public let arguments: Any

    /// The type, the method and the arguments.
    public var description: String { "\(place.fullName) \(arguments)" }

    let place: HookPlace
}

@available(*, unavailable)
extension HookCall: Sendable {}
