/// A `mutating` method.
///
/// Body and advice receive the value itself, which they may change; the body must not reach for `self`:
///
/// ```swift
/// struct Position {
///     static let moving = MutatingJoinPoint<Position, Int, Void>("move(by:)")
///     var x = 0
///
///     mutating func move(by distance: Int) {
///         Self.moving(&self, distance) { position, distance in position.x += distance }
///     }
/// }
/// let doubling = Position.moving.around { position, distance, proceed in proceed(&position, distance * 2) }
/// ```
public typealias MutatingJoinPoint<Target, Arguments, Output> = HookPoint<
    Target, Arguments, Output, Never,
    @Sendable (inout Target, Arguments, (inout Target, Arguments) -> Output) -> Output,
    @Sendable (inout Target, Arguments) -> Void,
    @Sendable (inout Target, Arguments, Output) -> Void,
    Never
>

/// A `mutating` method that throws; its advice may throw as at a ``ThrowingJoinPoint``.
public typealias MutatingThrowingJoinPoint<Target, Arguments, Output, Failure: Error> = HookPoint<
    Target, Arguments, Output, Failure,
    @Sendable (inout Target, Arguments, (inout Target, Arguments) throws -> Output) throws -> Output,
    @Sendable (inout Target, Arguments) throws -> Void,
    @Sendable (inout Target, Arguments, Output) throws -> Void,
    @Sendable (inout Target, Arguments, any Error) throws -> Void
>

extension HookPoint
where
    Around == @Sendable (inout Target, Arguments, (inout Target, Arguments) -> Output) -> Output,
    Observe == @Sendable (inout Target, Arguments) -> Void,
    Returned == @Sendable (inout Target, Arguments, Output) -> Void,
    Thrown == Never
{
    /// Runs the body inside the hooks that concern the target, lent to all of them as it changes.
    @inlinable public func callAsFunction(
        _ target: inout Target, _ arguments: Arguments, _ body: (inout Target, Arguments) -> Output
    ) -> Output {
        if link.isQuiet { return body(&target, arguments) }
        let chain = chain(for: target)
        defer { withExtendedLifetime(chain) {} }
        return Self.run(ChainCursor(chain), &target, arguments, body)
    }

    @inlinable static func run(
        _ first: ChainCursor, _ target: inout Target, _ arguments: Arguments,
        _ body: (inout Target, Arguments) -> Output
    ) -> Output {
        var way = first
        while let step = way.next(for: target) {
            let inner = way
            switch step.form {
            case .before: step.withBefore(Observe.self) { advice in advice(&target, arguments) }
            case .general:
                guard let end = step.begin(target, arguments) else { continue }
                let output = run(inner, &target, arguments, body)
                end(.success(output))
                return output
            case .layer:
                switch step.layer(of: Self.self) {
                case .before(let advice): advice(&target, arguments)
                case .around(let advice): return advice(&target, arguments) { run(inner, &$0, $1, body) }
                case .after(let advice):
                    let output = run(inner, &target, arguments, body)
                    advice(&target, arguments)
                    return output
                case .afterReturning(let advice):
                    let output = run(inner, &target, arguments, body)
                    advice(&target, arguments, output)
                    return output
                case .owned, nil: continue
                }
            }
        }
        return body(&target, arguments)
    }
}

extension HookPoint
where
    Around == @Sendable (inout Target, Arguments, (inout Target, Arguments) throws -> Output) throws -> Output,
    Observe == @Sendable (inout Target, Arguments) throws -> Void,
    Returned == @Sendable (inout Target, Arguments, Output) throws -> Void,
    Thrown == @Sendable (inout Target, Arguments, any Error) throws -> Void
{
    /// Runs the body inside the hooks that concern the target, and throws what it or advice throws.
    @inlinable public func callAsFunction(
        _ target: inout Target, _ arguments: Arguments, _ body: (inout Target, Arguments) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        if link.isQuiet { return try body(&target, arguments) }
        let chain = chain(for: target)
        defer { withExtendedLifetime(chain) {} }
        do {
            return try Self.run(ChainCursor(chain), &target, arguments) { target, arguments throws in
                try body(&target, arguments)
            }
        } catch { throw failure(error) }
    }

    @inlinable static func run(
        _ first: ChainCursor, _ target: inout Target, _ arguments: Arguments,
        _ body: (inout Target, Arguments) throws -> Output
    ) throws -> Output {
        var way = first
        while let step = way.next(for: target) {
            let inner = way
            switch step.form {
            case .before: try step.withBefore(Observe.self) { advice throws in try advice(&target, arguments) }
            case .general:
                guard let end = step.begin(target, arguments) else { continue }
                let outcome = Result { try run(inner, &target, arguments, body) }
                end(outcome.map { $0 })
                return try outcome.get()
            case .layer:
                switch step.layer(of: Self.self) {
                case .before(let advice): try advice(&target, arguments)
                case .around(let advice): return try advice(&target, arguments) { try run(inner, &$0, $1, body) }
                case .after(let advice):
                    let outcome = Result { try run(inner, &target, arguments, body) }
                    try advice(&target, arguments)
                    return try outcome.get()
                case .afterReturning(let advice):
                    let output = try run(inner, &target, arguments, body)
                    try advice(&target, arguments, output)
                    return output
                case .afterThrowing(let advice):
                    do { return try run(inner, &target, arguments, body) } catch {
                        try advice(&target, arguments, error)
                        throw error
                    }
                case .owned, nil: continue
                }
            }
        }
        return try body(&target, arguments)
    }
}
