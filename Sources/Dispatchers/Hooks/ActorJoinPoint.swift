/// An actor's method that others may hook, with advice that runs on the actor.
///
/// Advice touches the actor's state as the method does, without `await`:
///
/// ```swift
/// actor Account {
///     static let deposit = ActorJoinPoint<Account, Int, Int>("deposit(_:)")
///     var balance = 0
///
///     func deposit(_ amount: Int) -> Int {
///         Self.deposit(self, amount) { amount in
///             balance += amount
///             return balance
///         }
///     }
/// }
/// let bonus = Account.deposit.before { account, amount in account.balance += 1 }
/// ```
///
/// Order, taking part and the end of hooks are those of ``JoinPoint``.
public struct ActorJoinPoint<Target: Actor, Arguments, Output>: ~Copyable, Sendable {
    /// Advice of any kind, brought to the form of `around`.
    ///
    /// An object, so that what keeps it need not know its type.
    final class Advice: Sendable {
        typealias Around =
            @Sendable (
                isolated Target, Arguments, (Arguments) -> Output
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
    public func callAsFunction(
        _ target: isolated Target, _ arguments: Arguments, _ body: (Arguments) -> Output
    ) -> Output {
        if point.isQuiet { return body(arguments) }
        return Self.run(point.onion(around: target), target, arguments, body)
    }

    /// Runs the body of a method without parameters inside the hooks that stand now.
    public func callAsFunction(
        _ target: isolated Target, _ body: () -> Output
    ) -> Output where Arguments == Void {
        self(target, ()) { _ in body() }
    }

    /// Ends all hooks that an owner named itself for at this join point.
    public func cancel(by owner: AnyObject) {
        point.cancel(by: owner)
    }

    private static func run(
        _ onion: Onion, _ target: isolated Target, _ arguments: Arguments,
        _ body: (Arguments) -> Output
    ) -> Output {
        var inner = onion
        guard let advice = inner.next(as: Advice.self) else { return body(arguments) }
        return advice.around(target, arguments) { arguments in
            run(inner, target, arguments, body)
        }
    }
}
