import Dispatchers

extension HookPoint
where
    Around == @MainActor (Target, Arguments, (Arguments) -> Output) -> Output,
    Observe == @MainActor (Target, Arguments) -> Void,
    Returned == @MainActor (Target, Arguments, Output) -> Void,
    Thrown == Never
{
    /// Runs advice before each call, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early.
    public func before<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @MainActor (Owner, Target, Arguments) -> Void
    ) {
        let hook = hook(.before, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        add(hook, pointcut, by: owner, once) { owner in
            Layer.before { target, arguments in advice(owner, target, arguments) }
        }
    }

    /// Runs advice after each call, whether it returned or threw, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early.
    public func after<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @MainActor (Owner, Target, Arguments) -> Void
    ) {
        let hook = hook(.after, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        add(hook, pointcut, by: owner, once) { owner in
            Layer.after { target, arguments in advice(owner, target, arguments) }
        }
    }

    /// Runs advice after each call that returned, with the result, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early.
    public func afterReturning<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @MainActor (Owner, Target, Arguments, Output) -> Void
    ) {
        let hook = hook(.afterReturning, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        add(hook, pointcut, by: owner, once) { owner in
            Layer.afterReturning { target, arguments, output in advice(owner, target, arguments, output) }
        }
    }

    /// Runs advice in place of each call, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early.
    public func around<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @MainActor (Owner, Target, Arguments, (Arguments) -> Output) -> Output
    ) {
        let hook = hook(.around, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        add(hook, pointcut, by: owner, once) { owner in
            Layer.around { target, arguments, proceed in advice(owner, target, arguments, proceed) }
        }
    }
}

extension HookPoint
where
    Around == @MainActor (Target, Arguments, (Arguments) throws -> Output) throws -> Output,
    Observe == @MainActor (Target, Arguments) throws -> Void,
    Returned == @MainActor (Target, Arguments, Output) throws -> Void,
    Thrown == @MainActor (Target, Arguments, any Error) throws -> Void
{
    /// Runs advice before each call, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early.
    public func before<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @MainActor (Owner, Target, Arguments) throws -> Void
    ) {
        let hook = hook(.before, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        add(hook, pointcut, by: owner, once) { owner in
            Layer.before { target, arguments in try advice(owner, target, arguments) }
        }
    }

    /// Runs advice after each call, whether it returned or threw, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early.
    public func after<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @MainActor (Owner, Target, Arguments) throws -> Void
    ) {
        let hook = hook(.after, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        add(hook, pointcut, by: owner, once) { owner in
            Layer.after { target, arguments in try advice(owner, target, arguments) }
        }
    }

    /// Runs advice after each call that returned, with the result, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early.
    public func afterReturning<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @MainActor (Owner, Target, Arguments, Output) throws -> Void
    ) {
        let hook = hook(.afterReturning, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        add(hook, pointcut, by: owner, once) { owner in
            Layer.afterReturning { target, arguments, output in try advice(owner, target, arguments, output) }
        }
    }

    /// Runs advice after each call that threw, with the error, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early.
    public func afterThrowing<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @MainActor (Owner, Target, Arguments, any Error) throws -> Void
    ) {
        let hook = hook(.afterThrowing, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        add(hook, pointcut, by: owner, once) { owner in
            Layer.afterThrowing { target, arguments, error in try advice(owner, target, arguments, error) }
        }
    }

    /// Runs advice in place of each call, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early.
    public func around<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @MainActor (Owner, Target, Arguments, (Arguments) throws -> Output) throws -> Output
    ) {
        let hook = hook(.around, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        add(hook, pointcut, by: owner, once) { owner in
            Layer.around { target, arguments, proceed in try advice(owner, target, arguments, proceed) }
        }
    }
}
