import Dispatchers

extension HookPoint
where
    Target: Actor,
    Around == @Sendable (isolated Target, Arguments, (Arguments) -> Output) -> Output,
    Observe == @Sendable (isolated Target, Arguments) -> Void,
    Returned == @Sendable (isolated Target, Arguments, Output) -> Void,
    Thrown == Never
{
    /// Advice as the plain shape reads it, which runs that of an actor.
    ///
    /// `HookAdvice` has the proof that it may be cast. A closure
    /// around the isolated function does not compile (6.3).
    private typealias PlainLayer = HookLayer<
        @Sendable (Target, Arguments, (Arguments) -> Output) -> Output, @Sendable (Target, Arguments) -> Void,
        @Sendable (Target, Arguments, Output) -> Void, Never
    >

    /// Runs advice before each call, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early.
    public func before<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Owner, isolated Target, Arguments) -> Void
    ) {
        let hook = hook(.before, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        let advice = unsafeBitCast(advice, to: (@Sendable (Owner, Target, Arguments) -> Void).self)
        add(hook, pointcut, by: owner, once) { owner in
            PlainLayer.before { target, arguments in advice(owner, target, arguments) }
        }
    }

    /// Runs advice after each call, whether it returned or threw, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early.
    public func after<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Owner, isolated Target, Arguments) -> Void
    ) {
        let hook = hook(.after, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        let advice = unsafeBitCast(advice, to: (@Sendable (Owner, Target, Arguments) -> Void).self)
        add(hook, pointcut, by: owner, once) { owner in
            PlainLayer.after { target, arguments in advice(owner, target, arguments) }
        }
    }

    /// Runs advice after each call that returned, with the result, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early.
    public func afterReturning<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Owner, isolated Target, Arguments, Output) -> Void
    ) {
        let hook = hook(.afterReturning, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        let advice = unsafeBitCast(advice, to: (@Sendable (Owner, Target, Arguments, Output) -> Void).self)
        add(hook, pointcut, by: owner, once) { owner in
            PlainLayer.afterReturning { target, arguments, output in advice(owner, target, arguments, output) }
        }
    }

    /// Runs advice in place of each call, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early.
    public func around<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Owner, isolated Target, Arguments, (Arguments) -> Output) -> Output
    ) {
        let hook = hook(.around, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        let advice = unsafeBitCast(
            advice, to: (@Sendable (Owner, Target, Arguments, (Arguments) -> Output) -> Output).self)
        add(hook, pointcut, by: owner, once) { owner in
            PlainLayer.around { target, arguments, proceed in advice(owner, target, arguments, proceed) }
        }
    }
}

extension HookPoint
where
    Target: Actor,
    Around == @Sendable (isolated Target, Arguments, (Arguments) throws -> Output) throws -> Output,
    Observe == @Sendable (isolated Target, Arguments) throws -> Void,
    Returned == @Sendable (isolated Target, Arguments, Output) throws -> Void,
    Thrown == @Sendable (isolated Target, Arguments, any Error) throws -> Void
{
    /// Advice as the plain shape reads it, which runs that of an actor.
    ///
    /// `HookAdvice` has the proof that it may be cast. A closure
    /// around the isolated function does not compile (6.3).
    private typealias PlainLayer = HookLayer<
        @Sendable (Target, Arguments, (Arguments) throws -> Output) throws -> Output,
        @Sendable (Target, Arguments) throws -> Void,
        @Sendable (Target, Arguments, Output) throws -> Void, @Sendable (Target, Arguments, any Error) throws -> Void
    >

    /// Runs advice before each call, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early.
    public func before<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Owner, isolated Target, Arguments) throws -> Void
    ) {
        let hook = hook(.before, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        let advice = unsafeBitCast(advice, to: (@Sendable (Owner, Target, Arguments) throws -> Void).self)
        add(hook, pointcut, by: owner, once) { owner in
            PlainLayer.before { target, arguments in try advice(owner, target, arguments) }
        }
    }

    /// Runs advice after each call, whether it returned or threw, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early.
    public func after<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Owner, isolated Target, Arguments) throws -> Void
    ) {
        let hook = hook(.after, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        let advice = unsafeBitCast(advice, to: (@Sendable (Owner, Target, Arguments) throws -> Void).self)
        add(hook, pointcut, by: owner, once) { owner in
            PlainLayer.after { target, arguments in try advice(owner, target, arguments) }
        }
    }

    /// Runs advice after each call that returned, with the result, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early.
    public func afterReturning<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Owner, isolated Target, Arguments, Output) throws -> Void
    ) {
        let hook = hook(.afterReturning, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        let advice = unsafeBitCast(advice, to: (@Sendable (Owner, Target, Arguments, Output) throws -> Void).self)
        add(hook, pointcut, by: owner, once) { owner in
            PlainLayer.afterReturning { target, arguments, output in try advice(owner, target, arguments, output) }
        }
    }

    /// Runs advice after each call that threw, with the error, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early.
    public func afterThrowing<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Owner, isolated Target, Arguments, any Error) throws -> Void
    ) {
        let hook = hook(.afterThrowing, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        let advice = unsafeBitCast(advice, to: (@Sendable (Owner, Target, Arguments, any Error) throws -> Void).self)
        add(hook, pointcut, by: owner, once) { owner in
            PlainLayer.afterThrowing { target, arguments, error in try advice(owner, target, arguments, error) }
        }
    }

    /// Runs advice in place of each call, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early.
    public func around<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Owner, isolated Target, Arguments, (Arguments) throws -> Output) throws -> Output
    ) {
        let hook = hook(.around, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        let advice = unsafeBitCast(
            advice, to: (@Sendable (Owner, Target, Arguments, (Arguments) throws -> Output) throws -> Output).self)
        add(hook, pointcut, by: owner, once) { owner in
            PlainLayer.around { target, arguments, proceed in try advice(owner, target, arguments, proceed) }
        }
    }
}
