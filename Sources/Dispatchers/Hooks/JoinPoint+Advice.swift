extension JoinPoint {
    /// Runs advice before each call, until the registration ends.
    ///
    /// - Parameters:
    ///   - targets: The objects concerned, held weakly and told apart by identity; none stands for all. A value is a
    ///     programmer's error.
    ///   - priority: The higher, the further outside.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do first.
    /// - Returns: What keeps the hook in place.
    public func before(
        on targets: Target..., priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Target, Arguments) -> Void
    ) -> Registration {
        let layer: Advice.Around = { target, arguments, proceed in
            advice(target, arguments)
            return proceed(arguments)
        }
        return point.add(
            .before, of: Target.self, on: targets.map(identity(of:)), priority: priority,
            at: SourceLocation(fileID: fileID, line: line),
            Advice(around: layer)
        )
    }

    /// Runs advice after each call, until the registration ends.
    ///
    /// - Parameters:
    ///   - targets: The objects concerned, held weakly and told apart by identity; none stands for all. A value is a
    ///     programmer's error.
    ///   - priority: The higher, the further outside.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do last.
    /// - Returns: What keeps the hook in place.
    public func after(
        on targets: Target..., priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Target, Arguments) -> Void
    ) -> Registration {
        let layer: Advice.Around = { target, arguments, proceed in
            defer { advice(target, arguments) }
            return proceed(arguments)
        }
        return point.add(
            .after, of: Target.self, on: targets.map(identity(of:)), priority: priority,
            at: SourceLocation(fileID: fileID, line: line),
            Advice(around: layer)
        )
    }

    /// Runs advice in place of each call, until the registration ends.
    ///
    /// - Parameters:
    ///   - targets: The objects concerned, held weakly and told apart by identity; none stands for all. A value is a
    ///     programmer's error.
    ///   - priority: The higher, the further outside.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do instead. Its last parameter proceeds: not at all, once or often, with any arguments.
    /// - Returns: What keeps the hook in place.
    public func around(
        on targets: Target..., priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice:
            @escaping @Sendable (
                Target, Arguments, (Arguments) -> Output
            ) -> Output
    ) -> Registration {
        point.add(
            .around, of: Target.self, on: targets.map(identity(of:)), priority: priority,
            at: SourceLocation(fileID: fileID, line: line),
            Advice(around: advice)
        )
    }
}

extension JoinPoint {
    /// Runs advice before each call, for as long as the owner lives.
    ///
    /// - Parameters:
    ///   - targets: The objects concerned, held weakly and told apart by identity; none stands for all. A value is a
    ///     programmer's error.
    ///   - owner: Who hooks. It is kept alive for the time of a call only; `cancel(by:)` ends the hook early.
    ///   - priority: The higher, the further outside.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: As without an owner, but it receives the owner first.
    public func before<Owner: AnyObject & Sendable>(
        on targets: Target..., by owner: Owner, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Owner, Target, Arguments) -> Void
    ) {
        let layer: Advice.Around = { [weak owner] target, arguments, proceed in
            if let owner { advice(owner, target, arguments) }
            return proceed(arguments)
        }
        point.add(
            .before, of: Target.self, on: targets.map(identity(of:)), by: owner, priority: priority,
            at: SourceLocation(fileID: fileID, line: line),
            Advice(around: layer)
        )
    }

    /// Runs advice after each call, for as long as the owner lives.
    ///
    /// - Parameters:
    ///   - targets: The objects concerned, held weakly and told apart by identity; none stands for all. A value is a
    ///     programmer's error.
    ///   - owner: Who hooks. It is kept alive for the time of a call only; `cancel(by:)` ends the hook early.
    ///   - priority: The higher, the further outside.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: As without an owner, but it receives the owner first.
    public func after<Owner: AnyObject & Sendable>(
        on targets: Target..., by owner: Owner, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Owner, Target, Arguments) -> Void
    ) {
        let layer: Advice.Around = { [weak owner] target, arguments, proceed in
            defer { if let owner { advice(owner, target, arguments) } }
            return proceed(arguments)
        }
        point.add(
            .after, of: Target.self, on: targets.map(identity(of:)), by: owner, priority: priority,
            at: SourceLocation(fileID: fileID, line: line),
            Advice(around: layer)
        )
    }

    /// Runs advice in place of each call, for as long as the owner lives.
    ///
    /// - Parameters:
    ///   - targets: The objects concerned, held weakly and told apart by identity; none stands for all. A value is a
    ///     programmer's error.
    ///   - owner: Who hooks. It is kept alive for the time of a call only; `cancel(by:)` ends the hook early.
    ///   - priority: The higher, the further outside.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: As without an owner, but it receives the owner first.
    public func around<Owner: AnyObject & Sendable>(
        on targets: Target..., by owner: Owner, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice:
            @escaping @Sendable (
                Owner, Target, Arguments, (Arguments) -> Output
            ) -> Output
    ) {
        let layer: Advice.Around = { [weak owner] target, arguments, proceed in
            guard let owner else { return proceed(arguments) }
            return advice(owner, target, arguments, proceed)
        }
        point.add(
            .around, of: Target.self, on: targets.map(identity(of:)), by: owner, priority: priority,
            at: SourceLocation(fileID: fileID, line: line),
            Advice(around: layer)
        )
    }
}
