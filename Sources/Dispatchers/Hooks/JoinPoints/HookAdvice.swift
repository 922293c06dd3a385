/// Advice of one kind, as it was written.
///
/// What each kind means is told once for each shape of method, in its `run`; nothing else knows the shape.
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

// The classes below are unchecked only because their superclass is not final; all that they add is a constant.

/// Advice that runs first, in its place: the commonest kind, which is called without copying it.
///
/// A class of its own, known by its form: one hook costs 0.9 of a closure behind an atomic pointer, and as a case among the
/// others, which is copied and retained, 1.04.
@usableFromInline
final class HookBefore<Observe: Sendable>: HookEntry, @unchecked Sendable {
    @usableFromInline let advice: Observe

    init(_ advice: Observe, _ hook: Hook, _ rule: PointcutRule, _ terms: HookTerms) {
        self.advice = advice
        super.init(hook, rule, terms, form: .before)
    }
}

/// Advice of any other kind, or of an owner, in its place.
@usableFromInline
final class HookAdvice<Around: Sendable, Observe: Sendable, Returned: Sendable, Thrown: Sendable>: HookEntry,
    @unchecked Sendable
{
    @usableFromInline typealias Layer = HookLayer<Around, Observe, Returned, Thrown>

    @usableFromInline let written: Layer

    init(_ written: Layer, _ hook: Hook, _ rule: PointcutRule, _ terms: HookTerms) {
        self.written = written
        super.init(hook, rule, terms, form: .advice)
    }
}

/// Advice that knows no types but its target's: it may look on before and after a call, in any shape.
final class GeneralAdvice: HookEntry, @unchecked Sendable {
    typealias Begin = @Sendable (_ target: Any, _ call: HookCall) -> ((HookOutcome) -> Void)?

    private let start: Begin

    init(_ hook: Hook, _ rule: PointcutRule, _ terms: HookTerms, _ start: @escaping Begin) {
        self.start = start
        super.init(hook, rule, terms, form: .general)
    }

    override func begin(_ target: Any, _ call: HookCall) -> ((HookOutcome) -> Void)? { start(target, call) }
}

/// How a call ended.
@usableFromInline
typealias HookOutcome = Result<Any, any Error>

// Entries as what they were made as, without a cast.
//
// A join point's own entries are made by the join point alone, so their types are known but for isolation: an actor's and
// the main actor's are run by the plain shape. The isolation of a synchronous function is not passed to it but required of
// the caller: `(isolated A, X) -> Y`, `@MainActor (A, X) -> Y` and `(A, X) -> Y` are one function pointer and one context
// with one calling convention, so objects that hold them are laid out alike. `Actor.assumeIsolated` relies on the same.
// What remains is the promise to call them only while the isolation is current: a join point's calls are declared on the
// isolation of its advice.

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
            try step.borrowing(HookBefore<Observe>.self) { before throws in try body(before.advice) }
        }
    }

    /// The advice of a join point's own entry, unless its owner is gone.
    @inlinable func layer<Target, Arguments, Output, Failure, Around, Observe, Returned, Thrown>(
        of point: HookPoint<Target, Arguments, Output, Failure, Around, Observe, Returned, Thrown>.Type
    ) -> HookLayer<Around, Observe, Returned, Thrown>? {
        _withUnsafeGuaranteedRef { step in
            if step.entry.form == .before { return step.borrowing(HookBefore<Observe>.self) { .before($0.advice) } }
            return step.borrowing(HookAdvice<Around, Observe, Returned, Thrown>.self) { advice in
                if case .owned(let make) = advice.written { return make() }
                return advice.written
            }
        }
    }
}

extension HookStep {
    @inlinable
    func borrowing<Entry: HookEntry, Result>(_ type: Entry.Type, _ body: (Entry) throws -> Result) rethrows -> Result {
        let entry: Unmanaged<Entry> = .fromOpaque(Unmanaged.passUnretained(entry).toOpaque())
        return try entry._withUnsafeGuaranteedRef(body)
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
