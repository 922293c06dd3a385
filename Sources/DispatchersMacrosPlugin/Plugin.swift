#if Macros
    import SwiftCompilerPlugin
    import SwiftSyntaxMacros

    /// What the compiler asks for the macros of `DispatchersMacros`.
    @main
    struct Plugin: CompilerPlugin {
        let providingMacros: [any Macro.Type] = [
            HookableMacro.self, JoinPointMacro.self, NotHookableMacro.self, DispatchableMacro.self, DeliverMacro.self,
        ]
    }
#else
    /// Without the trait there are no macros, and nothing to ask.
    @main
    struct Plugin {
        static func main() {}
    }
#endif
