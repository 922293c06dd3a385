/// One hook of a synchronous method, of any shape: advice as it was written, without its isolation.
///
/// A call switches over the kinds. They are not wrapped in closures of one kind when they are registered, since the call is
/// specialized for its types in the program that makes it, and such closures would not be.
@usableFromInline
enum HookLayer<Target, Arguments, Output, Thrown: Error>: HookAdvice {
    @usableFromInline typealias After =
        @Sendable (Target, Arguments, borrowing Result<Output, Thrown>) throws(Thrown) -> Void
    @usableFromInline typealias Around =
        @Sendable (Target, Arguments, borrowing Proceed<Target, Arguments, Output, Thrown>) throws(Thrown) -> Output
    @usableFromInline typealias AfterMutating =
        @Sendable (inout Target, Arguments, borrowing Result<Output, Thrown>) throws(Thrown) -> Void
    @usableFromInline typealias AroundMutating =
        @Sendable (inout Target, Arguments, borrowing MutatingProceed<Target, Arguments, Output, Thrown>)
        throws(Thrown) -> Output

    case before(@Sendable (Target, Arguments) throws(Thrown) -> Void)
    case after(After)
    case around(Around)
    case beforeMutating(@Sendable (inout Target, Arguments) throws(Thrown) -> Void)
    case afterMutating(AfterMutating)
    case aroundMutating(AroundMutating)
    case observing(HookObserver)
    /// Advice that needs its owner, made for each call, or `nil` without the owner.
    case owned(@Sendable () -> HookLayer?)

    /// Advice that the rest of a call runs inside of.
    @usableFromInline
    enum Enclosing {
        case after(After)
        case around(Around)
        case afterMutating(AfterMutating)
        case aroundMutating(AroundMutating)
        case ending((Result<Any, any Error>) -> Void)
    }
}

/// The advice of a shape: its own, or that of a pointcut.
@usableFromInline
protocol HookAdvice: Sendable {
    associatedtype Target
    static func observing(_ observer: @escaping HookObserver) -> Self
    static func owned(_ make: @escaping @Sendable () -> Self?) -> Self
}

/// Runs at the beginning of a call with target and arguments, and returns what to run at the end.
@usableFromInline
typealias HookObserver = @Sendable (_ target: Any, _ arguments: Any) -> ((Result<Any, any Error>) -> Void)?

extension HookCursor {
    /// Runs advice that comes before, up to advice that encloses the rest of the call, which is returned.
    @inlinable mutating func enclosing<Target, Arguments, Output, Thrown: Error>(
        _ target: inout Target, _ arguments: Arguments
    ) throws(Thrown) -> Layer.Enclosing? where Layer == HookLayer<Target, Arguments, Output, Thrown> {
        while var layer = next(for: target) {
            if case .owned(let make) = layer {
                guard let made = make() else { continue }
                layer = made
            }
            switch layer {
            case .before(let advice): try advice(target, arguments)
            case .beforeMutating(let advice): try advice(&target, arguments)
            case .after(let advice): return .after(advice)
            case .around(let advice): return .around(advice)
            case .afterMutating(let advice): return .afterMutating(advice)
            case .aroundMutating(let advice): return .aroundMutating(advice)
            case .observing(let observer): if let end = observer(target, arguments) { return .ending(end) }
            case .owned: break
            }
        }
        return nil
    }
}
