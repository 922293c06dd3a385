/// Advice of one hook, in the form in which calls run it: around the rest of the call, with errors of any type.
///
/// Every kind becomes this form when it is registered. A function type that is generic in its error cannot take another
/// one: the compiler of 6.3 crashes. So errors are erased here, and converted where they leave.
struct HookAdvice<Target, Arguments, Output>: Sendable {
    typealias Sync = @Sendable (Target, Arguments, (Target, Arguments) throws -> Output) throws -> Output
    typealias Async =
        nonisolated(nonsending) @Sendable (
            Target, Arguments, nonisolated(nonsending) (Arguments) async throws -> Output
        ) async throws -> Output

    /// The form of synchronous join points.
    let sync: Sync
    /// The form of asynchronous ones.
    let async: Async

    /// Advice of a synchronous join point.
    init(sync: @escaping Sync) {
        self.sync = sync
        async = { _, _, _ in preconditionFailure("Advice of a synchronous method is awaited") }
    }

    /// Advice of an asynchronous join point.
    init(async: @escaping Async) {
        self.async = async
        sync = { _, _, _ in preconditionFailure("Advice of an asynchronous method is not awaited") }
    }

    /// Advice of a pointcut for calls of any shape: it runs at the beginning, and returns what to run at the end.
    init(observing begin: @escaping @Sendable (Target, Arguments) -> ((Result<Any, any Error>) -> Void)?) {
        sync = { target, arguments, proceed in
            let end = begin(target, arguments)
            do {
                let output = try proceed(target, arguments)
                end?(.success(output))
                return output
            } catch {
                end?(.failure(error))
                throw error
            }
        }
        async = { target, arguments, proceed in
            let end = begin(target, arguments)
            do {
                let output = try await proceed(arguments)
                end?(.success(output))
                return output
            } catch {
                end?(.failure(error))
                throw error
            }
        }
    }

    /// Advice that needs its owner, made for each call, or `nil` without the owner.
    init(owned make: @escaping @Sendable () -> HookAdvice?) {
        sync = { target, arguments, proceed in
            guard let advice = make() else { return try proceed(target, arguments) }
            return try advice.sync(target, arguments, proceed)
        }
        async = { target, arguments, proceed in
            guard let advice = make() else { return try await proceed(arguments) }
            return try await advice.async(target, arguments, proceed)
        }
    }

    static func before<Thrown: Error>(
        _ advice: @escaping @Sendable (Target, Arguments) throws(Thrown) -> Void
    ) -> Self {
        Self { target, arguments, proceed in
            try advice(target, arguments)
            return try proceed(target, arguments)
        }
    }

    static func after<Thrown: Error>(
        _ advice: @escaping @Sendable (Target, Arguments, Result<Output, Thrown>) throws(Thrown) -> Void
    ) -> Self {
        Self { target, arguments, proceed in
            let outcome: Result<Output, Thrown> = outcome { try proceed(target, arguments) }
            try advice(target, arguments, outcome)
            return try outcome.get()
        }
    }

    static func aroundThrowing(
        _ advice: @escaping @Sendable (Target, Arguments, (Arguments) throws -> Output) throws -> Output
    ) -> Self {
        Self { target, arguments, proceed in try advice(target, arguments) { try proceed(target, $0) } }
    }

    static func around(_ advice: @escaping @Sendable (Target, Arguments, (Arguments) -> Output) -> Output) -> Self {
        Self { target, arguments, proceed in
            advice(target, arguments) { arguments in unfailing { try proceed(target, arguments) } }
        }
    }
}

extension HookCore {
    /// Runs a body inside the hooks that concern a target.
    func run<Target, Arguments, Output, Subject, Failure: Error>(
        _ target: Target, _ arguments: Arguments, on type: Subject.Type, throwing failure: Failure.Type,
        _ body: (Target, Arguments) throws -> Output
    ) throws(Failure) -> Output {
        let plan = plan ?? makePlan(of: HookStep<Target, Arguments, Output>.self, on: type)
        defer { withExtendedLifetime(plan) {} }
        do { return try plan.cursor(for: target).run(target, arguments, body) } catch { throw converted(error) }
    }
}

/// The outcome of what throws errors of one type, though its own type does not tell.
func outcome<Output, Thrown: Error>(_ body: () throws -> Output) -> Result<Output, Thrown> {
    do { return .success(try body()) } catch { return .failure(converted(error)) }
}

/// The result of what does not throw, though its type does not tell.
func unfailing<Output>(_ body: () throws -> Output) -> Output {
    do { return try body() } catch { preconditionFailure("\(error)") }
}

/// An error as the type that a method or its advice throws.
func converted<Failure: Error>(_ error: any Error) -> Failure {
    guard let failure = error as? Failure else {
        preconditionFailure("Advice threw \(error), and the method throws \(Failure.self) alone")
    }
    return failure
}
