extension HookPoint {
    /// The plan of a call that begins now.
    private var plan: HookPlan {
        reference.value?.with { $0.plan } ?? core.plan(of: Advice.self)
    }

    /// Runs the body of a synchronous method inside the hooks that apply to the target.
    ///
    /// The arguments come first, so that they stay in the registers in which the method got them while nothing is hooked.
    @usableFromInline func runHooked(
        _ arguments: Arguments, on target: Target, _ body: (Arguments) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        let plan = plan
        do {
            return try lend(target) { try plan.run(&$0, arguments) { try body($1) } }
        } catch {
            throw converted(error)
        }
    }

    /// Runs the body of a `mutating` method inside the hooks that apply to the target.
    @usableFromInline func runHooked(
        _ target: inout Target, _ arguments: Arguments, _ body: (inout Target, Arguments) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        do {
            return try plan.run(&target, arguments) { try body(&$0, $1) }
        } catch {
            throw converted(error)
        }
    }

    /// Runs the body of an asynchronous method inside the hooks that apply to the target, on the caller's actor.
    @usableFromInline nonisolated(nonsending) func runHooked(
        _ arguments: Arguments, awaiting target: Target, _ body: (Arguments) async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        do {
            return try await plan.run(awaiting: target, arguments, body)
        } catch {
            throw converted(error)
        }
    }
}
