/// The advice of one hook, in the form in which calls run it, with errors of any type.
///
/// A function type that is generic in its error cannot take another one: the compiler of 6.3 crashes. So errors are erased here,
/// and converted where a call throws them. Only `mutating` methods and their advice change the target.
enum HookAdvice<Target, Arguments, Output>: Sendable {
    typealias Around =
        @Sendable (inout Target, Arguments, (inout Target, Arguments) throws -> Output) throws -> Output
    typealias AwaitedAround = @Sendable (Target, Arguments, (Arguments) async throws -> Output) async throws -> Output

    case before(@Sendable (inout Target, Arguments) throws -> Void)

    /// Advice after a call that returned, and after one that threw.
    ///
    /// These are two functions, since a `Result` of a generic type has to be looked up in each call.
    case after(
        returned: @Sendable (inout Target, Arguments, Output) throws -> Void,
        failed: @Sendable (inout Target, Arguments, any Error) throws -> Void
    )
    case around(Around)

    /// Advice that begins with the call, and returns the code to run at its end.
    ///
    /// That code runs also if the hook was cancelled meanwhile, since it completes what began. Draining does not wait for it.
    case spanning(@Sendable (inout Target, Arguments) -> HookEnding)

    case awaitedBefore(@Sendable (Target, Arguments) async throws -> Void)
    case awaitedAfter(
        returned: @Sendable (Target, Arguments, Output) async throws -> Void,
        failed: @Sendable (Target, Arguments, any Error) async throws -> Void
    )
    case awaitedAround(AwaitedAround)

    /// A Boolean value that indicates whether it runs when the outcome of the call is known.
    var needsOutcome: Bool {
        switch self {
        case .after, .spanning, .awaitedAfter: true
        case .before, .around, .awaitedBefore, .awaitedAround: false
        }
    }
}

/// The part of advice that runs at the end of a call.
typealias HookEnding = (Result<Any, any Error>) -> Void

/// Stops the program at an error where none can be thrown, which the type does not show.
func unexpected(_ error: any Error) -> Never { preconditionFailure("\(error)") }

/// Converts an error to the type that a method or its advice throws.
func converted<Failure: Error>(_ error: any Error) -> Failure {
    guard let failure = error as? Failure else {
        preconditionFailure("Advice threw \(error), and the method throws \(Failure.self) alone")
    }
    return failure
}
