extension ThrowingJoinPoint {
    /// Runs advice before each call, until the registration ends.
    ///
    /// - Parameters:
    ///   - targets: The objects concerned, held weakly and told apart by identity; none stands for all. A value is a
    ///     programmer's error.
    ///   - priority: The higher, the further outside.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    ///   - advice: What to do first. Throwing, it keeps the call from being made.
    /// - Returns: What keeps the hook in place.
    public func before(
        on targets: Target..., priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Target, Arguments) throws -> Void
    ) -> Registration {
        let layer: Advice.Around = { target, arguments, proceed throws in
            try advice(target, arguments)
            return try proceed(arguments)
        }
        return point.add(
            .before, of: Target.self, on: targets.map(identity(of:)), priority: priority,
            at: SourceLocation(fileID: fileID, line: line),
            Advice(around: layer)
        )
    }

    /// Runs advice after each call, whether that returns or throws, until the registration ends.
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
        let layer: Advice.Around = { target, arguments, proceed throws in
            defer { advice(target, arguments) }
            return try proceed(arguments)
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
                Target, Arguments, (Arguments) throws -> Output
            ) throws -> Output
    ) -> Registration {
        point.add(
            .around, of: Target.self, on: targets.map(identity(of:)), priority: priority,
            at: SourceLocation(fileID: fileID, line: line),
            Advice(around: advice)
        )
    }
}

extension ThrowingJoinPoint {
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
        _ advice: @escaping @Sendable (Owner, Target, Arguments) throws -> Void
    ) {
        let layer: Advice.Around = { [weak owner] target, arguments, proceed throws in
            if let owner { try advice(owner, target, arguments) }
            return try proceed(arguments)
        }
        point.add(
            .before, of: Target.self, on: targets.map(identity(of:)), by: owner, priority: priority,
            at: SourceLocation(fileID: fileID, line: line),
            Advice(around: layer)
        )
    }

    /// Runs advice after each call, whether that returns or throws, for as long as the owner lives.
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
        let layer: Advice.Around = { [weak owner] target, arguments, proceed throws in
            defer { if let owner { advice(owner, target, arguments) } }
            return try proceed(arguments)
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
                Owner, Target, Arguments, (Arguments) throws -> Output
            ) throws -> Output
    ) {
        let layer: Advice.Around = { [weak owner] target, arguments, proceed throws in
            guard let owner else { return try proceed(arguments) }
            return try advice(owner, target, arguments, proceed)
        }
        point.add(
            .around, of: Target.self, on: targets.map(identity(of:)), by: owner, priority: priority,
            at: SourceLocation(fileID: fileID, line: line),
            Advice(around: layer)
        )
    }
}
