/// A `mutating` method that others may hook.
///
/// The body and every advice receive the value itself, which they may change; the body must not reach for `self`:
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
///
/// Order, taking part and the end of hooks are those of ``JoinPoint``. A value has no identity, so there are no
/// hooks on a single one.
public struct MutatingJoinPoint<Target, Arguments, Output>: ~Copyable, Sendable {
    /// Advice of any kind, brought to the form of `around`.
    ///
    /// An object, so that what keeps it need not know its type.
    final class Advice: Sendable {
        typealias Around =
            @Sendable (
                inout Target, Arguments, (inout Target, Arguments) -> Output
            ) -> Output

        let around: Around

        init(around: @escaping Around) { self.around = around }
    }

    let point: HookPoint

    /// Declares a join point.
    ///
    /// - Parameters:
    ///   - name: The method as listings show it.
    ///   - fileID: Where the join point is declared; leave it to the compiler.
    ///   - line: Where the join point is declared; leave it to the compiler.
    public init(_ name: StaticString, fileID: StaticString = #fileID, line: Int = #line) {
        point = HookPoint(name, fileID: fileID, line: line)
    }

    /// The hooks that stand now, first registered first.
    public var hooks: [Hook] { point.hooks }

    /// The name with its place and, a line for each, the hooks with theirs.
    public var description: String { point.description }

    /// Runs the body inside the hooks that stand now.
    ///
    /// The method's one line. While nothing is hooked it costs an atomic load and a branch.
    ///
    /// - Parameters:
    ///   - target: The value whose method this is.
    ///   - arguments: What the method was called with.
    ///   - body: What the method does, with the arguments that the innermost advice passed on.
    /// - Returns: What the outermost advice answers.
    public func callAsFunction(
        _ target: inout Target, _ arguments: Arguments, _ body: (inout Target, Arguments) -> Output
    ) -> Output {
        if point.isQuiet { return body(&target, arguments) }
        return Self.run(point.onion(), &target, arguments, body)
    }

    /// Runs the body of a method without parameters inside the hooks that stand now.
    public func callAsFunction(
        _ target: inout Target, _ body: (inout Target) -> Output
    ) -> Output where Arguments == Void {
        self(&target, ()) { target, _ in body(&target) }
    }

    /// Ends all hooks that an owner named itself for at this join point.
    public func cancel(by owner: AnyObject) {
        point.cancel(by: owner)
    }

    private static func run(
        _ onion: Onion, _ target: inout Target, _ arguments: Arguments,
        _ body: (inout Target, Arguments) -> Output
    ) -> Output {
        var inner = onion
        guard let advice = inner.next(as: Advice.self) else { return body(&target, arguments) }
        return advice.around(&target, arguments) { target, arguments in
            run(inner, &target, arguments, body)
        }
    }
}
