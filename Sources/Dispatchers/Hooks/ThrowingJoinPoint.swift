/// A throwing method of a class, a struct or an enum that others may hook.
///
/// Advice may throw too: `before` so that the method is not called, `around` in place of its result. What comes `after`
/// runs whether the method returns or throws.
///
/// ```swift
/// final class Till {
///     static let paying = ThrowingJoinPoint<Till, Int, String>("pay(_:)")
///
///     func pay(_ amount: Int) throws -> String {
///         try Self.paying(self, amount) { amount in "paid \(amount)" }
///     }
/// }
/// let checking = Till.paying.before { till, amount in
///     if amount < 0 { throw CancellationError() }
/// }
/// ```
///
/// Order, taking part and the end of hooks are those of ``JoinPoint``.
public struct ThrowingJoinPoint<Target, Arguments, Output>: ~Copyable, Sendable {
    /// Advice of any kind, brought to the form of `around`.
    ///
    /// An object, so that what keeps it need not know its type.
    final class Advice: Sendable {
        typealias Around =
            @Sendable (
                Target, Arguments, (Arguments) throws -> Output
            ) throws -> Output

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
    ///   - target: Whose method this is: `self`.
    ///   - arguments: What the method was called with.
    ///   - body: What the method does, with the arguments that the innermost advice passed on.
    /// - Returns: What the outermost advice answers.
    /// - Throws: What the body or advice throws.
    public func callAsFunction(
        _ target: Target, _ arguments: Arguments, _ body: (Arguments) throws -> Output
    ) throws -> Output {
        if point.isQuiet { return try body(arguments) }
        return try Self.run(point.onion(around: target), target, arguments, body)
    }

    /// Runs the body of a method without parameters inside the hooks that stand now.
    public func callAsFunction(
        _ target: Target, _ body: () throws -> Output
    ) throws -> Output where Arguments == Void {
        try self(target, ()) { _ throws in try body() }
    }

    /// Ends all hooks that an owner named itself for at this join point.
    public func cancel(by owner: AnyObject) {
        point.cancel(by: owner)
    }

    private static func run(
        _ onion: Onion, _ target: Target, _ arguments: Arguments,
        _ body: (Arguments) throws -> Output
    ) throws -> Output {
        var inner = onion
        guard let advice = inner.next(as: Advice.self) else { return try body(arguments) }
        return try advice.around(target, arguments) { arguments throws in
            try run(inner, target, arguments, body)
        }
    }
}
