/// A method of a class, a struct or an enum, a static one (the target is the type) or a function (the target is `Void`).
///
/// Advice runs on the thread of the call.
public typealias JoinPoint<Target, Arguments, Output> = HookPoint<
    Target, Arguments, Output, Never,
    @Sendable (Target, Arguments, (Arguments) -> Output) -> Output,
    @Sendable (Target, Arguments) -> Void,
    @Sendable (Target, Arguments, Output) -> Void,
    Never
>

/// The same for a method that throws errors of one type, or `any Error`.
///
/// Advice may throw too: `before` so that the method is not called, `around` in place of its result. Of a method with a
/// typed error that must be an error of this type; another is a programmer's error.
public typealias ThrowingJoinPoint<Target, Arguments, Output, Failure: Error> = HookPoint<
    Target, Arguments, Output, Failure,
    @Sendable (Target, Arguments, (Arguments) throws -> Output) throws -> Output,
    @Sendable (Target, Arguments) throws -> Void,
    @Sendable (Target, Arguments, Output) throws -> Void,
    @Sendable (Target, Arguments, any Error) throws -> Void
>

extension HookPoint
where
    Around == @Sendable (Target, Arguments, (Arguments) -> Output) -> Output,
    Observe == @Sendable (Target, Arguments) -> Void,
    Returned == @Sendable (Target, Arguments, Output) -> Void,
    Thrown == Never
{
    /// Runs the body inside the hooks that concern the target: the method's one line.
    ///
    /// - Parameters:
    ///   - target: Whose method this is: `self`.
    ///   - arguments: What the method was called with; `()` if nothing.
    ///   - body: What the method does, with the arguments that the innermost advice passed on.
    /// - Returns: What the outermost advice answers.
    @inlinable public func callAsFunction(
        _ target: Target, _ arguments: Arguments, _ body: (Arguments) -> Output
    ) -> Output {
        if link.isQuiet { return body(arguments) }
        return runHooked(arguments, on: target, body)
    }

    /// The arguments come first, so that they stay in the registers in which the method got them while nothing is hooked.
    @inline(never) @inlinable func runHooked(
        _ arguments: Arguments, on target: Target, _ body: (Arguments) -> Output
    ) -> Output {
        let chain = chain(for: target)
        defer { withExtendedLifetime(chain) {} }
        return Self.run(ChainCursor(chain), target, arguments, body)
    }

    /// Runs what comes before in its place, and leaves the rest as soon as there is more than that.
    @inlinable @inline(__always) static func run(
        _ first: ChainCursor, _ target: Target, _ arguments: Arguments, _ body: (Arguments) -> Output
    ) -> Output {
        var way = first
        while let step = way.next(for: target) {
            guard step.form == .before else { return run(step, way, target, arguments, body) }
            step.withBefore(Observe.self) { advice in advice(target, arguments) }
        }
        return body(arguments)
    }

    @inline(never) @inlinable static func run(
        _ step: Unmanaged<HookStep>, _ inner: ChainCursor, _ target: Target, _ arguments: Arguments,
        _ body: (Arguments) -> Output
    ) -> Output {
        if step.form == .general {
            let end = step.begin(target, arguments)
            let output = run(inner, target, arguments, body)
            end?(.success(output))
            return output
        }
        switch step.layer(of: Self.self) {
        case .before(let advice): advice(target, arguments)
        case .around(let advice): return advice(target, arguments) { run(inner, target, $0, body) }
        case .after(let advice):
            defer { advice(target, arguments) }
            return run(inner, target, arguments, body)
        case .afterReturning(let advice):
            let output = run(inner, target, arguments, body)
            advice(target, arguments, output)
            return output
        case .owned, nil: break
        }
        return run(inner, target, arguments, body)
    }
}

extension HookPoint
where
    Around == @Sendable (Target, Arguments, (Arguments) throws -> Output) throws -> Output,
    Observe == @Sendable (Target, Arguments) throws -> Void,
    Returned == @Sendable (Target, Arguments, Output) throws -> Void,
    Thrown == @Sendable (Target, Arguments, any Error) throws -> Void
{
    /// Runs the body inside the hooks that concern the target, and throws what it or advice throws.
    @inlinable public func callAsFunction(
        _ target: Target, _ arguments: Arguments, _ body: (Arguments) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        if link.isQuiet { return try body(arguments) }
        return try runHooked(arguments, on: target, body)
    }

    @inline(never) @inlinable func runHooked(
        _ arguments: Arguments, on target: Target, _ body: (Arguments) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        let chain = chain(for: target)
        defer { withExtendedLifetime(chain) {} }
        do {
            return try Self.run(ChainCursor(chain), target, arguments) { arguments throws in try body(arguments) }
        } catch { throw failure(error) }
    }

    @inlinable @inline(__always) static func run(
        _ first: ChainCursor, _ target: Target, _ arguments: Arguments, _ body: (Arguments) throws -> Output
    ) throws -> Output {
        var way = first
        while let step = way.next(for: target) {
            guard step.form == .before else { return try run(step, way, target, arguments, body) }
            try step.withBefore(Observe.self) { advice throws in try advice(target, arguments) }
        }
        return try body(arguments)
    }

    @inline(never) @inlinable static func run(
        _ step: Unmanaged<HookStep>, _ inner: ChainCursor, _ target: Target, _ arguments: Arguments,
        _ body: (Arguments) throws -> Output
    ) throws -> Output {
        if step.form == .general {
            let end = step.begin(target, arguments)
            let outcome = Result { try run(inner, target, arguments, body) }
            end?(outcome.map { $0 })
            return try outcome.get()
        }
        switch step.layer(of: Self.self) {
        case .before(let advice): try advice(target, arguments)
        case .around(let advice): return try advice(target, arguments) { try run(inner, target, $0, body) }
        case .after(let advice):
            let outcome = Result { try run(inner, target, arguments, body) }
            try advice(target, arguments)
            return try outcome.get()
        case .afterReturning(let advice):
            let output = try run(inner, target, arguments, body)
            try advice(target, arguments, output)
            return output
        case .afterThrowing(let advice):
            do { return try run(inner, target, arguments, body) } catch {
                try advice(target, arguments, error)
                throw error
            }
        case .owned, nil: break
        }
        return try run(inner, target, arguments, body)
    }
}
