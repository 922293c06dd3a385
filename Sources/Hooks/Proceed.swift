public import Synchronization

/// A place in a chain in the course of a call.
@usableFromInline
struct HookCursor<Layer: HookAdvice>: Sendable {
    @usableFromInline var step: Unmanaged<HookStep<Layer>>?

    init(before step: HookStep<Layer>?) { self.step = step.map { .passUnretained($0) } }

    /// The next hook that takes part in a call on a target.
    @inlinable mutating func next(for target: Layer.Target) -> Layer? {
        while let step {
            self = step._withUnsafeGuaranteedRef { $0.rest }
            let takesPart = step._withUnsafeGuaranteedRef { step in
                (step.condition.map { $0(target) } ?? true) && step.entry.starts
            }
            if takesPart { return step._withUnsafeGuaranteedRef { $0.layer } }
        }
        return nil
    }
}

/// The body of a call, which stays on the stack until the call ends.
@usableFromInline
struct HookFrame<Target, Arguments, Output, Thrown: Error> {
    @usableFromInline let body: (inout Target, Arguments) throws(Thrown) -> Output

    @inlinable init(_ body: @escaping (inout Target, Arguments) throws(Thrown) -> Output) { self.body = body }
}

// Why the pointers are valid: a frame outlives the call that it belongs to, and the call retains the plan, which retains
// the steps. What points to them is not copyable and only lent to advice, so that it cannot outlive the call either.

/// The way from advice around a method to the method.
///
/// Call it as a function with arguments: not at all, once or often.
public struct Proceed<Target, Arguments, Output, Thrown: Error>: ~Copyable {
    @usableFromInline typealias Inner = MutatingProceed<Target, Arguments, Output, Thrown>
    @usableFromInline let inner: Inner
    @usableFromInline let target: Target

    @inlinable init(_ inner: consuming Inner, _ target: Target) {
        self.inner = inner
        self.target = target
    }

    /// Runs the hooks further inside, and then the method.
    @inlinable public func callAsFunction(_ arguments: Arguments) throws(Thrown) -> Output {
        var target = target
        return try inner(&target, arguments)
    }
}

/// The way from advice around a mutating method to the method.
///
/// Call it as a function with a target and arguments: not at all, once or often.
public struct MutatingProceed<Target, Arguments, Output, Thrown: Error>: ~Copyable {
    @usableFromInline typealias Layer = HookLayer<Target, Arguments, Output, Thrown>
    @usableFromInline typealias Frame = UnsafePointer<HookFrame<Target, Arguments, Output, Thrown>>
    @usableFromInline let cursor: HookCursor<Layer>
    @usableFromInline let frame: Frame

    @inlinable init(_ cursor: HookCursor<Layer>, _ frame: Frame) {
        self.cursor = cursor
        self.frame = frame
    }

    /// Runs the hooks further inside, and then the method.
    @inlinable public func callAsFunction(_ target: inout Target, _ arguments: Arguments) throws(Thrown) -> Output {
        var rest = cursor
        guard let layer = try rest.enclosing(&target, arguments) else {
            return try frame.pointee.body(&target, arguments)
        }
        return try MutatingProceed(rest, frame).run(inside: layer, &target, arguments)
    }

    /// Runs the rest of the call inside advice that encloses it.
    @inlinable func run(
        inside layer: Layer.Enclosing, _ target: inout Target, _ arguments: Arguments
    ) throws(Thrown) -> Output {
        switch layer {
        case .around(let advice):
            return try advice(target, arguments, Proceed(MutatingProceed(cursor, frame), target))
        case .aroundMutating(let advice): return try advice(&target, arguments, self)
        case .after(let advice):
            let outcome = outcome(&target, arguments)
            try advice(target, arguments, outcome)
            return try outcome.get()
        case .afterMutating(let advice):
            let outcome = outcome(&target, arguments)
            try advice(&target, arguments, outcome)
            return try outcome.get()
        case .ending(let end):
            let outcome = outcome(&target, arguments)
            end(outcome.map { $0 }.mapError { $0 })
            return try outcome.get()
        }
    }

    @inlinable func outcome(_ target: inout Target, _ arguments: Arguments) -> Result<Output, Thrown> {
        do throws(Thrown) { return .success(try self(&target, arguments)) } catch { return .failure(error) }
    }
}

extension HookPoint {
    /// Runs a body inside the hooks that concern a target.
    @inlinable func run(
        _ target: inout Target, _ arguments: Arguments, _ body: (inout Target, Arguments) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        let plan = plan(of: HookLayer<Target, Arguments, Output, Thrown>.self)
        defer { withExtendedLifetime(plan) {} }
        var cursor = plan.cursor(for: target)
        let layer: HookLayer<Target, Arguments, Output, Thrown>.Enclosing?
        do throws(Thrown) { layer = try cursor.enclosing(&target, arguments) } catch { throw converted(error) }
        guard let layer else { return try body(&target, arguments) }
        do throws(Thrown) {
            let body = { (target: inout Target, arguments: Arguments) throws(Thrown) -> Output in
                do throws(Failure) { return try body(&target, arguments) } catch { throw converted(error) }
            }
            return try withoutActuallyEscaping(body) { body throws(Thrown) in
                try withUnsafePointer(to: HookFrame(body)) { frame throws(Thrown) in
                    try MutatingProceed(cursor, frame).run(inside: layer, &target, arguments)
                }
            }
        } catch { throw converted(error) }
    }

    /// The plan of a call, which retains it.
    @inlinable func plan<Layer: HookAdvice>(of layer: Layer.Type) -> HookPlan<Layer> {
        if let plan = link.stored.load(ordering: .acquiring)?._withUnsafeGuaranteedRef({ $0.plan }) {
            // All plans of one core have the type that its only join point asks for.
            return unsafeDowncast(plan, to: HookPlan<Layer>.self)
        }
        return core.makePlan()
    }
}

/// An error as the type that a method or its advice throws.
@usableFromInline
func converted<Failure: Error>(_ error: any Error) -> Failure {
    guard let failure = error as? Failure else {
        preconditionFailure("Advice threw \(error), and the method throws \(Failure.self) alone")
    }
    return failure
}

// Advice as functions without isolation. Why the casts are sound: the isolation of a synchronous function is not passed to
// it but required of the caller, so both types are one function pointer and one context with one calling convention;
// `Actor.assumeIsolated` relies on the same. What remains is the promise to call them on their isolation: calls of a join
// point of the main actor or of an actor are declared on it, and other advice is checked before it is called.

func plain<A, B, Output, Failure: Error>(
    _ advice: @escaping @isolated(any) @Sendable (A, B) throws(Failure) -> Output
) -> @Sendable (A, B) throws(Failure) -> Output {
    unsafeBitCast(advice, to: (@Sendable (A, B) throws(Failure) -> Output).self)
}

func plain<A, B, C: ~Copyable, Output, Failure: Error>(
    _ advice: @escaping @isolated(any) @Sendable (A, B, borrowing C) throws(Failure) -> Output
) -> @Sendable (A, B, borrowing C) throws(Failure) -> Output {
    unsafeBitCast(advice, to: (@Sendable (A, B, borrowing C) throws(Failure) -> Output).self)
}

func plain<A, B, C, D: ~Copyable, Output, Failure: Error>(
    _ advice: @escaping @isolated(any) @Sendable (A, B, C, borrowing D) throws(Failure) -> Output
) -> @Sendable (A, B, C, borrowing D) throws(Failure) -> Output {
    unsafeBitCast(advice, to: (@Sendable (A, B, C, borrowing D) throws(Failure) -> Output).self)
}

func plain<A, B, C, Output, Failure: Error>(
    _ advice: @escaping @isolated(any) @Sendable (A, inout B, C) throws(Failure) -> Output
) -> @Sendable (A, inout B, C) throws(Failure) -> Output {
    unsafeBitCast(advice, to: (@Sendable (A, inout B, C) throws(Failure) -> Output).self)
}

func plain<A, B, C, D: ~Copyable, Output, Failure: Error>(
    _ advice: @escaping @isolated(any) @Sendable (A, inout B, C, borrowing D) throws(Failure) -> Output
) -> @Sendable (A, inout B, C, borrowing D) throws(Failure) -> Output {
    unsafeBitCast(advice, to: (@Sendable (A, inout B, C, borrowing D) throws(Failure) -> Output).self)
}

func plain<A: Actor, B, Output, Failure: Error>(
    _ advice: @escaping @Sendable (isolated A, B) throws(Failure) -> Output
) -> @Sendable (A, B) throws(Failure) -> Output {
    unsafeBitCast(advice, to: (@Sendable (A, B) throws(Failure) -> Output).self)
}

func plain<A: Actor, B, C: ~Copyable, Output, Failure: Error>(
    _ advice: @escaping @Sendable (isolated A, B, borrowing C) throws(Failure) -> Output
) -> @Sendable (A, B, borrowing C) throws(Failure) -> Output {
    unsafeBitCast(advice, to: (@Sendable (A, B, borrowing C) throws(Failure) -> Output).self)
}

func plain<A, B: Actor, C, Output, Failure: Error>(
    _ advice: @escaping @Sendable (A, isolated B, C) throws(Failure) -> Output
) -> @Sendable (A, B, C) throws(Failure) -> Output {
    unsafeBitCast(advice, to: (@Sendable (A, B, C) throws(Failure) -> Output).self)
}

func plain<A, B: Actor, C, D: ~Copyable, Output, Failure: Error>(
    _ advice: @escaping @Sendable (A, isolated B, C, borrowing D) throws(Failure) -> Output
) -> @Sendable (A, B, C, borrowing D) throws(Failure) -> Output {
    unsafeBitCast(advice, to: (@Sendable (A, B, C, borrowing D) throws(Failure) -> Output).self)
}

// Advice of pointcuts, which does not throw: of a function type that is generic in its error, the compiler of 6.3 crashes.

func plainObserver<A, B>(_ advice: @escaping @isolated(any) @Sendable (A, B) -> Void) -> @Sendable (A, B) -> Void {
    unsafeBitCast(advice, to: (@Sendable (A, B) -> Void).self)
}

func plainObserver<A, B, C>(
    _ advice: @escaping @isolated(any) @Sendable (A, B, C) -> Void
) -> @Sendable (A, B, C) -> Void {
    unsafeBitCast(advice, to: (@Sendable (A, B, C) -> Void).self)
}

func plainObserver<A, B, C, D>(
    _ advice: @escaping @isolated(any) @Sendable (A, B, C, D) -> Void
) -> @Sendable (A, B, C, D) -> Void {
    unsafeBitCast(advice, to: (@Sendable (A, B, C, D) -> Void).self)
}
