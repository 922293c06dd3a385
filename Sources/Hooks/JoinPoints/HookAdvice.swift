/// Advice of one kind, as it was written.
///
/// What each kind means is written once for each shape of method, in its `run`; nothing else knows the shape. A shape that
/// throws and one that does not cannot share theirs: advice kept as a generic type and called as `throws(E)` expects an
/// error's place, which advice that does not throw has none of, and crashes (6.3).
@usableFromInline
enum HookLayer<Around: Sendable, Observe: Sendable, Returned: Sendable, Thrown: Sendable>: Sendable {
    case before(Observe)
    case after(Observe)
    case afterReturning(Returned)
    case afterThrowing(Thrown)
    case around(Around)
    /// Advice that needs its owner, made anew for each call, or nothing once the owner is gone.
    case owned(@Sendable () -> HookLayer?)
}

/// Advice in its place, as it was written: what each form of `HookEntry` has is said there.
@usableFromInline
final class HookAdvice<Written: Sendable>: Sendable {
    @usableFromInline let written: Written

    init(_ written: Written) { self.written = written }
}

/// Advice that knows no types but its target's: it may look on before and after a call, in any shape.
struct GeneralAdvice: Sendable {
    let begin: @Sendable (_ target: Any, _ call: HookCall) -> ((HookOutcome) -> Void)?
}

/// How a call ended.
@usableFromInline
typealias HookOutcome = Result<Any, any Error>

// Advice as what it was written as, without a cast.
//
// A join point's own advice is put in its place by the join point alone, so its type is known but for isolation: an
// actor's and the main actor's is run by the plain shape. The isolation of a synchronous function is not passed to it but
// required of the caller: `(isolated A, X) -> Y`, `@MainActor (A, X) -> Y` and `(A, X) -> Y` are one function pointer and
// one context with one calling convention, so objects that hold them are laid out alike. `Actor.assumeIsolated` relies on
// the same. What remains is the promise to call them only while the isolation is current: a join point's calls are declared
// on the isolation of its advice.

extension Unmanaged<HookStep> {
    /// What the entry is.
    @inlinable var form: HookEntry.Form { _withUnsafeGuaranteedRef { $0.entry.form } }

    /// Runs what a pointcut's hook does at the beginning of a call, and answers what it does at the end.
    @inlinable func begin(_ target: Any, _ arguments: Any) -> ((HookOutcome) -> Void)? {
        _withUnsafeGuaranteedRef { $0.begin(target, arguments) }
    }

    /// Lends advice of the form that runs before; counting references to it would cost more than the call.
    @inlinable func withBefore<Observe: Sendable>(
        _ type: Observe.Type, _ body: (Observe) throws -> Void
    ) rethrows {
        try _withUnsafeGuaranteedRef { step throws in
            try step.borrowing(Observe.self) { advice throws in try body(advice) }
        }
    }

    /// The advice of a join point's own entry, unless its owner is gone.
    @inlinable func layer<Target, Arguments, Output, Failure, Around, Observe, Returned, Thrown>(
        of point: HookPoint<Target, Arguments, Output, Failure, Around, Observe, Returned, Thrown>.Type
    ) -> HookLayer<Around, Observe, Returned, Thrown>? {
        _withUnsafeGuaranteedRef { step in
            if step.entry.form == .before { return step.borrowing(Observe.self) { .before($0) } }
            return step.borrowing(HookLayer<Around, Observe, Returned, Thrown>.self) { layer in
                if case .owned(let make) = layer { return make() }
                return layer
            }
        }
    }
}

extension HookStep {
    @inlinable
    func borrowing<Written: Sendable, Result>(
        _ type: Written.Type, _ body: (Written) throws -> Result
    ) rethrows -> Result {
        // Not `unsafeDowncast`, which looks at the class: isolation makes another one.
        let advice: Unmanaged<HookAdvice<Written>> = .fromOpaque(Unmanaged.passUnretained(entry.advice).toOpaque())
        return try advice._withUnsafeGuaranteedRef { advice throws in try body(advice.written) }
    }
}

// Advice of pointcuts as plain functions. Sound as above, and called on its isolation alone: advice without one anywhere,
// advice of the main actor at join points of the main actor, by its rule; advice of another actor is refused.

func uncheckedAdvice<Target, Input>(
    _ advice: @escaping @isolated(any) @Sendable (Target, Input) -> Void
) -> @Sendable (Target, Input) -> Void {
    unsafeBitCast(advice, to: (@Sendable (Target, Input) -> Void).self)
}

func uncheckedAdvice<Target, Input, Outcome>(
    _ advice: @escaping @isolated(any) @Sendable (Target, Input, Outcome) -> Void
) -> @Sendable (Target, Input, Outcome) -> Void {
    unsafeBitCast(advice, to: (@Sendable (Target, Input, Outcome) -> Void).self)
}

func uncheckedAdvice<Owner, Target, Input, Outcome>(
    _ advice: @escaping @isolated(any) @Sendable (Owner, Target, Input, Outcome) -> Void
) -> @Sendable (Owner, Target, Input, Outcome) -> Void {
    unsafeBitCast(advice, to: (@Sendable (Owner, Target, Input, Outcome) -> Void).self)
}
