#if Macros
    import SwiftCompilerPlugin
    import SwiftSyntaxMacros

    /// The compiler plugin with the macros of `DispatchersMacros`.
    @main
    struct Plugin: CompilerPlugin {
        let providingMacros: [any Macro.Type] = [
            HookableMacro.self, JoinPointMacro.self, NotHookableMacro.self, DispatchableMacro.self, DeliverMacro.self,
        ]
    }
#else
    /// The plugin without the trait, which has no macros.
    @main
    struct Plugin {
        static func main() {}
    }
#endif
