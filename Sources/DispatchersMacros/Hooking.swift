#if Macros
    @_exported public import Dispatchers
    @_exported public import Hooks

    /// Gives every function of a type a join point, so that others may hook it.
    ///
    /// ```swift
    /// @Hookable final class Cart {
    ///     func add(_ item: String, count: Int) -> Int { … }
    /// }
    /// let doubling = Cart.hooks.add.around { cart, call, proceed in proceed((call.item, call.count * 2)) }
    /// ```
    ///
    /// The join points stand in a nested type `hooks`: under the name of the function, with the labels if others share the
    /// name (`load_id`). The moment after an initializer is `didInit`, the moment before a deinitializer `willDeinit`, which
    /// is given the object's identity. A subclass has `hooks` of its own, for what it overrides; those of its superclass
    /// keep firing when it calls `super`.
    ///
    /// Isolation is read from the declaration. Write `@MainActor` on a type that inherits it, so that advice runs there.
    ///
    /// A generic type keeps its join points beside it, in a `JoinPointFamily` each: `Stack<Int>.hooks.push` is that of its own
    /// kind of stacks.
    ///
    /// What cannot be hooked is reported, with a way out; `@NotHookable` on a function leaves it alone without a word. A
    /// property has no join point: a macro cannot write the body of an accessor.
    @attached(member, names: named(hooks)) @attached(memberAttribute) @attached(peer, names: suffixed(HookFamilies))
    public macro Hookable() = #externalMacro(module: "DispatchersMacrosPlugin", type: "HookableMacro")

    /// Does the same in a nested type of another name: for an extension of a type that is `@Hookable` itself.
    ///
    /// - Parameter name: The name of the nested type, as a literal.
    @attached(member, names: arbitrary) @attached(memberAttribute)
    public macro NamedHookable(_ name: String) =
        #externalMacro(module: "DispatchersMacrosPlugin", type: "HookableMacro")

    /// Leaves a function of a `@Hookable` type alone.
    @attached(peer)
    public macro NotHookable() = #externalMacro(module: "DispatchersMacrosPlugin", type: "NotHookableMacro")

    /// Gives one function a join point, named after it: `addHook` for `add`.
    ///
    /// ```swift
    /// @JoinPoint func add(_ item: String, count: Int) -> Int { … }
    ///
    /// let counting = Cart.addHook.before { cart, call in print(call.count) }
    /// ```
    ///
    /// Advice is given the arguments as a tuple with the labels of the function. It is not given what cannot be kept in one:
    /// `inout` parameters, closures that do not escape, values of a generic type; the body has them all the same.
    @attached(body) @attached(peer, names: suffixed(Hook), prefixed(unhooked_))
    public macro JoinPoint() = #externalMacro(module: "DispatchersMacrosPlugin", type: "JoinPointMacro")

    /// Gives one function in a type a join point of this name: for overloads and overrides.
    ///
    /// A type that declares `==` does so in an extension then: otherwise the compiler (6.3) finds it twice.
    ///
    /// - Parameter name: The name of the join point, as a literal.
    @attached(body) @attached(peer, names: arbitrary)
    public macro NamedJoinPoint(_ name: String) =
        #externalMacro(module: "DispatchersMacrosPlugin", type: "JoinPointMacro")

    /// Wraps a function in a join point that is declared elsewhere in its type; this is what `@Hookable` writes.
    ///
    /// - Parameter path: Where the join point is, from the type on, as a literal.
    @attached(body)
    public macro JoinPoint(in path: String) = #externalMacro(module: "DispatchersMacrosPlugin", type: "JoinPointMacro")

    /// The same for a `mutating` function, whose body moves into a function beside it.
    ///
    /// - Parameter path: Where the join point is, from the type on, as a literal.
    @attached(body) @attached(peer, names: prefixed(unhooked_))
    public macro JoinPoint(mutatingIn path: String) =
        #externalMacro(module: "DispatchersMacrosPlugin", type: "JoinPointMacro")
#endif
