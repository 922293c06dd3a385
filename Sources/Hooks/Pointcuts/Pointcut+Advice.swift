public import SignalboxCore

extension Pointcut {
    /// Runs advice before each call of any join point that matches, until the registration ends.
    ///
    /// Advice runs where each call does, so that it may touch no isolated state, also when it is written in a class of the
    /// main actor. Advice that is marked `@MainActor` may, and applies only to join points of the main actor. Advice that cannot
    /// run, also that of another actor, is reported as a ``SkippedHook``. If an override calls its method, advice runs in the
    /// call of the override alone, unless the pointcut names a class.
    ///
    /// - Parameters:
    ///   - priority: Hooks of higher priority run further outside.
    ///   - fileID: The file in which the hook is written.
    ///   - line: The line on which the hook is written.
    ///   - advice: The code to run.
    /// - Returns: The token of the hook.
    public func before(
        priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @isolated(any) @Sendable (Target, HookCall) -> Void
    ) -> Registration {
        let plainly: @Sendable (Target, HookCall) -> Void = withoutIsolation(advice)
        return add(
            terms(.before, priority, fileID, line, advice.isolation),
            .before { target, call in
                if let target = target as? Target { plainly(target, call) }
            })
    }

    /// Runs advice after each call of any join point that matches, with its outcome, until the registration ends.
    ///
    /// The advice is isolated and reported as `before` advice is.
    public func after(
        priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @isolated(any) @Sendable (Target, HookCall, Result<Any, any Error>) -> Void
    ) -> Registration {
        let plainly: @Sendable (Target, HookCall, Result<Any, any Error>) -> Void = withoutIsolation(advice)
        return add(
            terms(.after, priority, fileID, line, advice.isolation),
            .after { target, call, outcome in
                if let target = target as? Target { plainly(target, call, outcome) }
            })
    }

    /// Runs advice before each call of any join point that matches, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func before<Owner: AnyObject & Sendable>(
        by owner: Owner, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @isolated(any) @Sendable (Owner, Target, HookCall) -> Void
    ) {
        let plainly: @Sendable (Owner, Target, HookCall) -> Void = withoutIsolation(advice)
        add(terms(.before, priority, fileID, line, advice.isolation), by: owner) { owner in
            .before { target, call in
                if let target = target as? Target, let owner = owner() { plainly(owner, target, call) }
            }
        }
    }

    /// Runs advice after each call of any join point that matches, with its outcome, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func after<Owner: AnyObject & Sendable>(
        by owner: Owner, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @isolated(any) @Sendable (Owner, Target, HookCall, Result<Any, any Error>) -> Void
    ) {
        let plainly: @Sendable (Owner, Target, HookCall, Result<Any, any Error>) -> Void = withoutIsolation(advice)
        add(terms(.after, priority, fileID, line, advice.isolation), by: owner) { owner in
            .after { target, call, outcome in
                if let target = target as? Target, let owner = owner() { plainly(owner, target, call, outcome) }
            }
        }
    }

    /// Ends all hooks of an owner at pointcuts, whatever their targets.
    public static func cancel(by owner: AnyObject) { PointcutRegistry.shared.cancel(by: owner) }

    /// Records each call as an event of a trace, while that is on.
    ///
    /// - Parameters:
    ///   - trace: The trace of the events.
    ///   - fileID: The file in which the hook is written.
    ///   - line: The line on which the hook is written.
    /// - Returns: The token of the hook.
    public func tracing(in trace: Trace = .shared, fileID: StaticString = #fileID, line: Int = #line) -> Registration {
        let terms = terms(.around, 0, fileID, line, nil)
        let advice = PointcutAdvice.spanning { _, call in
            let event = TraceEvent(.hook, of: call.signature.fullName, at: call.location, to: terms.location)
            guard let event = trace.begin(event) else { return { _ in } }
            return { outcome in
                var end = TraceEvent.Outcome.done
                if case .failure(let error) = outcome { end = .failed(trace.text(of: error)) }
                trace.end(event, end)
            }
        }
        return add(terms, advice)
    }

    private func add(_ terms: HookTerms, _ advice: PointcutAdvice) -> Registration {
        let entry = unsupported(terms) ?? PointcutRegistry.shared.add(terms, advice)
        return entry.registration()
    }

    private func add<Owner: AnyObject & Sendable>(
        _ terms: HookTerms, by owner: Owner, _ advice: (@escaping @Sendable () -> Owner?) -> PointcutAdvice
    ) {
        if unsupported(terms) == nil { PointcutRegistry.shared.add(terms, by: owner, advice) }
    }

    /// Returns the hook of advice that can run at no join point, which is reported; `nil` for other advice.
    private func unsupported(_ terms: HookTerms) -> HookEntry? {
        guard let isolation = terms.isolation, isolation !== MainActor.shared else { return nil }
        let entry = HookEntry(terms)
        SkippedHook.report(entry, at: nil, .unsupportedActor)
        return entry
    }

    private func terms(
        _ kind: HookKind, _ priority: Int, _ fileID: StaticString, _ line: Int, _ isolation: (any Actor)?
    ) -> HookTerms {
        var terms = HookTerms(kind, self, priority, fileID, line, isolation)
        terms.rule = generalRule
        terms.needsMainActor = isolation != nil
        return terms
    }
}

/// The advice of a pointcut, for calls of any shape.
enum PointcutAdvice: Sendable {
    case before(@Sendable (_ target: Any, _ call: HookCall) -> Void)
    case after(@Sendable (_ target: Any, _ call: HookCall, Result<Any, any Error>) -> Void)

    /// Advice that begins with the call, and returns what to run at its end.
    case spanning(@Sendable (_ target: Any, _ call: HookCall) -> HookEnding)

    /// Returns the advice for the types of a join point.
    func advice<Target, Arguments, Output>(at signature: JoinPointSignature) -> HookAdvice<Target, Arguments, Output> {
        switch self {
        case .before(let advice):
            .before { target, arguments in advice(target, HookCall(arguments: arguments, signature: signature)) }
        case .after(let advice):
            .after(
                returned: { target, arguments, output in
                    advice(target, HookCall(arguments: arguments, signature: signature), .success(output))
                },
                failed: { target, arguments, error in
                    advice(target, HookCall(arguments: arguments, signature: signature), .failure(error))
                })
        case .spanning(let begin):
            .spanning { target, arguments in begin(target, HookCall(arguments: arguments, signature: signature)) }
        }
    }
}

/// A call as the advice of a pointcut receives it.
public struct HookCall: CustomStringConvertible {
    /// The name of the method's join point.
    public var name: String { signature.name }

    /// The source location of the declaration of the join point.
    public var location: SourceLocation { signature.location }

    /// The arguments of the call.
    public let arguments: Any

    /// The type, the method and the arguments.
    public var description: String { "\(signature.fullName) \(arguments)" }

    let signature: JoinPointSignature
}

@available(*, unavailable)
extension HookCall: Sendable {}
