#if Macros
    @_exported public import Dispatchers
    @_exported public import Hooks

    /// Declares a join point for each function of a type, so that others can hook it.
    ///
    /// ```swift
    /// @Hookable final class Cart {
    ///     func add(_ item: String, count: Int) -> Int { … }
    /// }
    /// let doubling = Cart.hooks.add.around { cart, call, proceed in proceed((call.item, call.count * 2)) }
    /// ```
    ///
    /// The join points are members of a nested type `hooks`. Each has the name of its function, with the labels if
    /// several functions have the name (`load_id`). `didInit` runs after an initializer, unless that threw or returned
    /// `nil`. `willDeinit` runs before a deinitializer; its argument is the object's identity. A subclass has its own
    /// `hooks` for its overrides. The join points of the superclass run when the override calls `super`.
    ///
    /// Isolation is read from the declaration. Write `@MainActor` on a type that inherits it, so that advice runs there.
    ///
    /// The join points of a generic type are in a `JoinPointFamily` each, beside the type. `Stack<Int>.hooks.push` is the join
    /// point of that specialization.
    ///
    /// The macro reports functions that cannot be hooked. `@NotHookable` excludes a function. Properties have no join points,
    /// because a macro cannot write the body of an accessor.
    @attached(member, names: named(hooks)) @attached(memberAttribute) @attached(peer, names: suffixed(HookFamilies))
    public macro Hookable() = #externalMacro(module: "DispatchersMacrosPlugin", type: "HookableMacro")

    /// `@Hookable` with another name for the nested type, for an extension of a type that is `@Hookable`.
    ///
    /// - Parameter name: The name of the nested type, as a literal.
    @attached(member, names: arbitrary) @attached(memberAttribute)
    public macro NamedHookable(_ name: String) =
        #externalMacro(module: "DispatchersMacrosPlugin", type: "HookableMacro")

    /// Excludes a function of a `@Hookable` type.
    @attached(peer)
    public macro NotHookable() = #externalMacro(module: "DispatchersMacrosPlugin", type: "NotHookableMacro")

    /// Declares a join point for one function: `addHook` for `add`.
    ///
    /// ```swift
    /// @JoinPoint func add(_ item: String, count: Int) -> Int { … }
    ///
    /// let counting = Cart.addHook.before { cart, call in print(call.count) }
    /// ```
    ///
    /// Advice gets the arguments as a tuple with the labels of the function. Arguments that cannot be stored in a tuple are left out:
    /// `inout` parameters, closures that do not escape, values of a generic type. The body captures them.
    @attached(body) @attached(peer, names: suffixed(Hook), prefixed(unhooked_))
    public macro JoinPoint() = #externalMacro(module: "DispatchersMacrosPlugin", type: "JoinPointMacro")

    /// Declares a join point with a name for one function in a type, for overloads and overrides.
    ///
    /// Declare `==` of the type in an extension: otherwise the compiler (6.3) finds it twice.
    ///
    /// - Parameter name: The name of the join point, as a literal.
    @attached(body) @attached(peer, names: arbitrary)
    public macro NamedJoinPoint(_ name: String) =
        #externalMacro(module: "DispatchersMacrosPlugin", type: "JoinPointMacro")

    /// Wraps a function in a join point that is declared elsewhere in its type. Used by the code of `@Hookable`.
    ///
    /// - Parameter path: The path of the join point, from the type on, as a literal.
    @attached(body)
    public macro JoinPoint(in path: String) = #externalMacro(module: "DispatchersMacrosPlugin", type: "JoinPointMacro")

    /// Wraps a `mutating` function in a join point; its body moves into a function beside it. Used by the code of `@Hookable`.
    ///
    /// - Parameter path: The path of the join point, from the type on, as a literal.
    @attached(body) @attached(peer, names: prefixed(unhooked_))
    public macro JoinPoint(mutatingIn path: String) =
        #externalMacro(module: "DispatchersMacrosPlugin", type: "JoinPointMacro")
#endif
