/// The advice of a pointcut, for calls of any shape.
enum PointcutAdvice: Sendable {
    case before(@Sendable (_ target: Any, _ call: HookCall) -> Void)
    case after(@Sendable (_ target: Any, _ call: HookCall, Result<Any, any Error>) -> Void)

    /// Advice that begins with the call, and returns what to run at its end.
    case spanning(@Sendable (_ target: Any, _ call: HookCall) -> HookEnding)

    /// Returns the advice for the types of a join point.
    func advice<Target, Arguments, Output>(at signature: JoinPointSignature) -> HookAdvice<Target, Arguments, Output> {
        switch self {
        case .before(let advice):
            .before { target, arguments in advice(target, HookCall(arguments: arguments, signature: signature)) }
        case .after(let advice):
            .after(
                returned: { target, arguments, output in
                    advice(target, HookCall(arguments: arguments, signature: signature), .success(output))
                },
                failed: { target, arguments, error in
                    advice(target, HookCall(arguments: arguments, signature: signature), .failure(error))
                })
        case .spanning(let begin):
            .spanning { target, arguments in begin(target, HookCall(arguments: arguments, signature: signature)) }
        }
    }
}
