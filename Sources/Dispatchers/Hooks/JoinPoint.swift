/// A method of a class, a struct or an enum that others may hook, without a base class and typed throughout.
///
/// Declare one for each method, and wrap the body in it:
///
/// ```swift
/// final class Cart {
///     static let adding = JoinPoint<Cart, (item: String, count: Int), Int>("add(_:count:)")
///     private var total = 0
///
///     func add(_ item: String, count: Int) -> Int {
///         Self.adding(self, (item, count)) { item, count in
///             total += count
///             return total
///         }
///     }
/// }
/// let doubling = Cart.adding.around { cart, call, proceed in proceed((call.item, call.count * 2)) }
/// ```
///
/// Advice runs synchronously on the thread of the call, in the order of an onion: higher priority outside, then what
/// concerns all targets outside what concerns one, then the first registered outside. So what comes `before` runs in that
/// order and what comes `after` in reverse. A call takes part with the hooks that stand when it begins: one added meanwhile
/// waits for the next call, one cancelled meanwhile does not start any more. Advice that calls the hooked method is itself
/// advised.
///
/// A hook on one object stays in the list after the object's death, until its registration or its owner ends.
///
/// A throwing method needs ``ThrowingJoinPoint``, a `mutating` one ``MutatingJoinPoint``, an actor's ``ActorJoinPoint``, one
/// on the main actor ``MainActorJoinPoint``. Of a generic type, which cannot store it, the join point stands beside the
/// type.
public struct JoinPoint<Target, Arguments, Output>: ~Copyable, Sendable {
    /// Advice of any kind, brought to the form of `around`.
    ///
    /// An object, so that what keeps it need not know its type.
    final class Advice: Sendable {
        typealias Around =
            @Sendable (
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
    public func callAsFunction(
        _ target: Target, _ arguments: Arguments, _ body: (Arguments) -> Output
    ) -> Output {
        if point.isQuiet { return body(arguments) }
        return Self.run(point.onion(around: target), target, arguments, body)
    }

    /// Runs the body of a method without parameters inside the hooks that stand now.
    public func callAsFunction(
        _ target: Target, _ body: () -> Output
    ) -> Output where Arguments == Void {
        self(target, ()) { _ in body() }
    }

    /// Ends all hooks that an owner named itself for at this join point.
    public func cancel(by owner: AnyObject) {
        point.cancel(by: owner)
    }

    private static func run(
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
