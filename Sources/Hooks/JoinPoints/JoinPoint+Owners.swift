import Dispatchers

extension HookPoint
where
    Around == @Sendable (Target, Arguments, (Arguments) -> Output) -> Output,
    Observe == @Sendable (Target, Arguments) -> Void,
    Returned == @Sendable (Target, Arguments, Output) -> Void,
    Thrown == Never
{
    /// Runs advice before each call, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early. Advice that is written in a class of the main actor may touch its state: all
    /// calls have to be made on the main actor then.
    public func before<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ advice: @escaping @isolated(any) @Sendable (Owner, Target, Arguments) -> Void
    ) {
        let hook = hook(.before, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        let (isolation, advice) = (
            advice.isolation, unsafeBitCast(advice, to: (@Sendable (Owner, Target, Arguments) -> Void).self)
        )
        add(hook, pointcut, by: owner, once) { owner in
            Layer.before { target, arguments in
                hook.expect(isolation)
                return advice(owner, target, arguments)
            }
        }
    }

    /// Runs advice after each call, whether it returned or threw, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early. Advice that is written in a class of the main actor may touch its state: all
    /// calls have to be made on the main actor then.
    public func after<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ advice: @escaping @isolated(any) @Sendable (Owner, Target, Arguments) -> Void
    ) {
        let hook = hook(.after, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        let (isolation, advice) = (
            advice.isolation, unsafeBitCast(advice, to: (@Sendable (Owner, Target, Arguments) -> Void).self)
        )
        add(hook, pointcut, by: owner, once) { owner in
            Layer.after { target, arguments in
                hook.expect(isolation)
                return advice(owner, target, arguments)
            }
        }
    }

    /// Runs advice after each call that returned, with the result, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early. Advice that is written in a class of the main actor may touch its state: all
    /// calls have to be made on the main actor then.
    public func afterReturning<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ advice: @escaping @isolated(any) @Sendable (Owner, Target, Arguments, Output) -> Void
    ) {
        let hook = hook(.afterReturning, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        let (isolation, advice) = (
            advice.isolation, unsafeBitCast(advice, to: (@Sendable (Owner, Target, Arguments, Output) -> Void).self)
        )
        add(hook, pointcut, by: owner, once) { owner in
            Layer.afterReturning { target, arguments, output in
                hook.expect(isolation)
                return advice(owner, target, arguments, output)
            }
        }
    }

    /// Runs advice in place of each call, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early. Advice that is written in a class of the main actor may touch its state: all
    /// calls have to be made on the main actor then.
    public func around<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ advice:
            @escaping @isolated(any) @Sendable (Owner, Target, Arguments, (Arguments) -> Output) -> Output
    ) {
        let hook = hook(.around, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        let (isolation, advice) = (
            advice.isolation,
            unsafeBitCast(advice, to: (@Sendable (Owner, Target, Arguments, (Arguments) -> Output) -> Output).self)
        )
        add(hook, pointcut, by: owner, once) { owner in
            Layer.around { target, arguments, proceed in
                hook.expect(isolation)
                return advice(owner, target, arguments, proceed)
            }
        }
    }
}

extension HookPoint
where
    Around == @Sendable (Target, Arguments, (Arguments) throws -> Output) throws -> Output,
    Observe == @Sendable (Target, Arguments) throws -> Void,
    Returned == @Sendable (Target, Arguments, Output) throws -> Void,
    Thrown == @Sendable (Target, Arguments, any Error) throws -> Void
{
    /// Runs advice before each call, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early. Advice that is written in a class of the main actor may touch its state: all
    /// calls have to be made on the main actor then.
    public func before<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ advice: @escaping @isolated(any) @Sendable (Owner, Target, Arguments) throws -> Void
    ) {
        let hook = hook(.before, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        let (isolation, advice) = (
            advice.isolation, unsafeBitCast(advice, to: (@Sendable (Owner, Target, Arguments) throws -> Void).self)
        )
        add(hook, pointcut, by: owner, once) { owner in
            Layer.before { target, arguments in
                hook.expect(isolation)
                return try advice(owner, target, arguments)
            }
        }
    }

    /// Runs advice after each call, whether it returned or threw, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early. Advice that is written in a class of the main actor may touch its state: all
    /// calls have to be made on the main actor then.
    public func after<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ advice: @escaping @isolated(any) @Sendable (Owner, Target, Arguments) throws -> Void
    ) {
        let hook = hook(.after, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        let (isolation, advice) = (
            advice.isolation, unsafeBitCast(advice, to: (@Sendable (Owner, Target, Arguments) throws -> Void).self)
        )
        add(hook, pointcut, by: owner, once) { owner in
            Layer.after { target, arguments in
                hook.expect(isolation)
                return try advice(owner, target, arguments)
            }
        }
    }

    /// Runs advice after each call that returned, with the result, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early. Advice that is written in a class of the main actor may touch its state: all
    /// calls have to be made on the main actor then.
    public func afterReturning<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ advice:
            @escaping @isolated(any) @Sendable (Owner, Target, Arguments, Output) throws -> Void
    ) {
        let hook = hook(.afterReturning, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        let (isolation, advice) = (
            advice.isolation,
            unsafeBitCast(advice, to: (@Sendable (Owner, Target, Arguments, Output) throws -> Void).self)
        )
        add(hook, pointcut, by: owner, once) { owner in
            Layer.afterReturning { target, arguments, output in
                hook.expect(isolation)
                return try advice(owner, target, arguments, output)
            }
        }
    }

    /// Runs advice after each call that threw, with the error, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early. Advice that is written in a class of the main actor may touch its state: all
    /// calls have to be made on the main actor then.
    public func afterThrowing<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ advice:
            @escaping @isolated(any) @Sendable (Owner, Target, Arguments, any Error) throws -> Void
    ) {
        let hook = hook(.afterThrowing, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        let (isolation, advice) = (
            advice.isolation,
            unsafeBitCast(advice, to: (@Sendable (Owner, Target, Arguments, any Error) throws -> Void).self)
        )
        add(hook, pointcut, by: owner, once) { owner in
            Layer.afterThrowing { target, arguments, error in
                hook.expect(isolation)
                return try advice(owner, target, arguments, error)
            }
        }
    }

    /// Runs advice in place of each call, for as long as the owner lives.
    ///
    /// As the form without an owner. The owner is given to the advice first, and retained while it runs; ``cancel(by:)`` ends
    /// the owner's hooks early. Advice that is written in a class of the main actor may touch its state: all
    /// calls have to be made on the main actor then.
    public func around<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ advice:
            @escaping @isolated(any) @Sendable (Owner, Target, Arguments, (Arguments) throws -> Output) throws -> Output
    ) {
        let hook = hook(.around, pointcut, priority, SourceLocation(fileID: fileID, line: line))
        let (isolation, advice) = (
            advice.isolation,
            unsafeBitCast(
                advice, to: (@Sendable (Owner, Target, Arguments, (Arguments) throws -> Output) throws -> Output).self)
        )
        add(hook, pointcut, by: owner, once) { owner in
            Layer.around { target, arguments, proceed in
                hook.expect(isolation)
                return try advice(owner, target, arguments, proceed)
            }
        }
    }
}
