import SignalboxCore

extension HookPoint {
    typealias Advice = HookAdvice<Target, Arguments, Output>
    typealias Terms = HookTerms

    /// Adds a hook, which ends with its token.
    func add(_ terms: Terms, _ advice: Advice) -> Registration { core.add(terms, advice).registration() }

    /// Adds a hook, which ends with its owner.
    ///
    /// The advice is made from a function that returns the owner, if it is alive.
    func add<Owner: AnyObject & Sendable>(
        _ terms: Terms, by owner: Owner, _ advice: (@escaping @Sendable () -> Owner?) -> Advice
    ) {
        core.add(terms, by: owner, advice)
    }

    /// Returns advice after a call, from a function of its outcome.
    static func after(
        _ advice: @escaping @Sendable (inout Target, Arguments, Result<Output, Thrown>) throws -> Void
    ) -> Advice {
        .after(
            returned: { try advice(&$0, $1, .success($2)) },
            failed: { try advice(&$0, $1, .failure(converted($2))) })
    }

    // What shapes share. The advice has no isolation any more.

    func add(
        _ terms: Terms, before advice: @escaping @Sendable (Target, Arguments) throws(Thrown) -> Void
    ) -> Registration {
        add(terms, .before { try advice($0, $1) })
    }

    func add(
        _ terms: Terms,
        after advice: @escaping @Sendable (Target, Arguments, Result<Output, Thrown>) throws(Thrown) -> Void
    ) -> Registration {
        add(terms, Self.after { try advice($0, $1, $2) })
    }

    func add<Owner: AnyObject & Sendable>(
        _ terms: Terms, by owner: Owner,
        before advice: @escaping @Sendable (Owner, Target, Arguments) throws(Thrown) -> Void
    ) {
        add(terms, by: owner) { owner in
            .before { if let owner = owner() { try advice(owner, $0, $1) } }
        }
    }

    func add<Owner: AnyObject & Sendable>(
        _ terms: Terms, by owner: Owner,
        after advice: @escaping @Sendable (Owner, Target, Arguments, Result<Output, Thrown>) throws(Thrown) -> Void
    ) {
        add(terms, by: owner) { owner in
            Self.after { if let owner = owner() { try advice(owner, $0, $1, $2) } }
        }
    }

    func add<Owner: AnyObject & Sendable>(
        _ terms: Terms, by owner: Owner,
        around advice:
            @escaping @Sendable (Owner, Target, Arguments, (Arguments) throws -> Output) throws -> Output
    ) {
        add(terms, by: owner) { owner in
            .around { target, arguments, proceed in
                guard let owner = owner() else { return try proceed(&target, arguments) }
                return try advice(owner, target, arguments) { try proceed(&target, $0) }
            }
        }
    }
}

/// Returns a function that cannot throw as its type shows.
///
/// - Precondition: The types of the join point rule out that anything throws.
func quiet<Input, Output>(
    _ function: (Input) throws -> Output, _ input: Input
) -> Output {
    do { return try function(input) } catch { unexpected(error) }
}
