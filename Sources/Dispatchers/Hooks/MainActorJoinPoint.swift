/// A method on the main actor that others may hook, with advice that runs there.
///
/// Advice touches the target and any other state of the main actor without `await`, wherever it was registered:
///
/// ```swift
/// @MainActor final class Screen {
///     static let appearing = MainActorJoinPoint<Screen, Bool, Void>("appear(animated:)")
///     var title = ""
///
///     func appear(animated: Bool) {
///         Self.appearing(self, animated) { animated in title = animated ? "slowly" : "at once" }
///     }
/// }
/// let naming = Screen.appearing.after { screen, animated in screen.title += "!" }
/// ```
///
/// To be hooked from elsewhere than the main actor, the declaration is `nonisolated static let`. Order, taking part and the
/// end of hooks are those of ``JoinPoint``.
public struct MainActorJoinPoint<Target, Arguments, Output>: ~Copyable, Sendable {
    /// Advice of any kind, brought to the form of `around`.
    ///
    /// An object, so that what keeps it need not know its type.
    final class Advice: Sendable {
        typealias Around =
            @MainActor (
                Target, Arguments, (Arguments) -> Output
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
    ///   - target: Whose method this is: `self`.
    ///   - arguments: What the method was called with.
    ///   - body: What the method does, with the arguments that the innermost advice passed on.
    /// - Returns: What the outermost advice answers.
    @MainActor public func callAsFunction(
        _ target: Target, _ arguments: Arguments, _ body: (Arguments) -> Output
    ) -> Output {
        if point.isQuiet { return body(arguments) }
        return Self.run(point.onion(around: target), target, arguments, body)
    }

    /// Runs the body of a method without parameters inside the hooks that stand now.
    @MainActor public func callAsFunction(
        _ target: Target, _ body: () -> Output
    ) -> Output where Arguments == Void {
        self(target, ()) { _ in body() }
    }

    /// Ends all hooks that an owner named itself for at this join point.
    public func cancel(by owner: AnyObject) {
        point.cancel(by: owner)
    }

    @MainActor private static func run(
        _ onion: Onion, _ target: Target, _ arguments: Arguments,
        _ body: (Arguments) -> Output
    ) -> Output {
        var inner = onion
        guard let advice = inner.next(as: Advice.self) else { return body(arguments) }
        return advice.around(target, arguments) { arguments in
            run(inner, target, arguments, body)
        }
    }
}
