#if Macros
    import Testing

    /// What is refused is refused aloud, and with a way out.
    @Suite struct HookableDiagnosticsTests {
        /// A function, and why it has no join point.
        static let functions = [
            ("static func + (a: Int, b: Int) {}", "an operator has no name to hook it by, at +"),
            ("consuming func a() {}", "advice is given a copy of the value, at consuming"),
            ("borrowing func a() {}", "advice is given a copy of the value, at borrowing"),
            ("mutating func a() async {}", "a `mutating` method that is asynchronous cannot be hooked, at async"),
            ("func a(_ x: consuming Int) {}", "a closure cannot own a parameter for the body, at consuming"),
            ("func a(_ x: sending Int) {}", "a closure cannot own a parameter for the body, at sending"),
            ("func a(_ x: isolated A) {}", "the isolation cannot be passed on to advice, at isolated"),
            ("func a() -> some P { 1 }", "advice cannot name its result, at some P"),
            ("func a<T>() -> [T] { [] }", "its result has another type each time, at [T]"),
            ("func a() -> Self { self }", "`Self` is another type in a subclass, at Self"),
            (
                "func a(f: () throws -> Void) rethrows {}",
                "whether advice may throw depends on its argument, at rethrows"
            ),
            ("func a(f: () async -> Void) reasync {}", "what it does depends on its argument, at reasync"),
            ("func a<E: Error>() throws(E) {}", "its error has another type each time, at E"),
            ("@inlinable func a() {}", "its body is copied into other modules, at @inlinable"),
            ("@ViewBuilder func a() {}", "statements of a result builder are its result, at @ViewBuilder"),
            ("@inlinable init() {}", "its body is copied into other modules, at @inlinable"),
        ]

        @Test(arguments: functions)
        func aFunctionOfAHookableTypeIsLeftAloneWithAWarning(function: String, reason: String) {
            #expect(
                diagnostics(of: "@Hookable class A { \(function) }")
                    == ["warning: has no join point: \(reason), write '@NotHookable'"])
            #expect(diagnostics(of: "@Hookable class A { @NotHookable \(function) }").isEmpty)
        }

        @Test(arguments: functions)
        func aFunctionThatAsksForAJoinPointIsAnError(function: String, reason: String) {
            #expect(
                diagnostics(of: "class A { @JoinPoint \(function) }")
                    == ["error: cannot have a join point: \(reason), remove '@JoinPoint'"])
        }

        /// A type, and why it has no join points.
        @Test(arguments: [
            (
                "extension A where T == Int { func a() {} }",
                "an extension of a generic type cannot store one; write it with a `JoinPointFamily`, at where T == Int"
            ),
            ("protocol A { func a() }", "a protocol has no bodies; its conformers have, at A"),
            ("struct A: ~Copyable { func a() {} }", "advice is given a copy of the value, at ~Copyable"),
        ])
        func aTypeThatCannotStoreJoinPointsIsAnError(type: String, reason: String) {
            #expect(
                diagnostics(of: "@Hookable " + type) == [
                    "error: cannot have join points: \(reason), remove '@Hookable'"
                ])
        }

        @Test func aTypeInsideAGenericOneIsAnError() {
            #expect(
                diagnostics(of: "struct A<T> { @Hookable struct B { func b() {} } }") == [
                    "error: cannot have join points: what is inside a generic type or function cannot store one; "
                        + "move it out, at <T>, remove '@Hookable'"
                ])
        }

        @Test func aGenericTypesHooksHaveNoNameOfTheirOwn() {
            #expect(
                diagnostics(of: "@NamedHookable(\"pushes\") struct A<T> { func a() {} }") == [
                    "error: cannot have join points: those of a generic type are named `hooks`; write '@Hookable', at "
                        + "struct, remove '@NamedHookable'"
                ])
            #expect(diagnostics(of: "@Hookable struct A<T> { func a() {} }").isEmpty)
        }

        @Test func aFunctionWithAnotherBodyMacroIsLeftAloneWithAWarning() {
            #expect(
                diagnostics(of: "@Hookable class A { @Traced func a() {} }") == [
                    "warning: has no join point: `@Traced` may be a macro that writes the body, and only one can, "
                        + "at @Traced, write '@NotHookable', write '@JoinPoint'"
                ])
            #expect(
                diagnostics(of: "class A { @Traced @JoinPoint func a() {} }") == [
                    "warning: if `@Traced` writes the body too, the compiler keeps only the last of the two, at @Traced"
                ])
            #expect(diagnostics(of: "@Hookable class A { @DatabaseActor @objc func a() {} }").isEmpty)
        }

        @Test func functionsOfOneNameHaveToBeNamed() {
            let warning =
                "warning: has no join point: others have the name `a(_:)` too; give its join point a name of its own, at"
            let ways = "write '@NotHookable', write '@NamedJoinPoint(\"<#name#>\")'"
            #expect(
                diagnostics(of: "@Hookable class A { func a(_ x: Int) {}\n func a(_ x: String) {} }") == [
                    "\(warning) func a(_ x: Int) {}, \(ways)", "\(warning) func a(_ x: String) {}, \(ways)",
                ])
        }

        @Test func anOverrideHasToBeNamed() {
            #expect(
                diagnostics(of: "class Sub: Base { @JoinPoint override func appear() {} }") == [
                    "error: cannot have a join point: the superclass may have a `appearHook` of its own; name that of the "
                        + "override, at override, name it 'subAppearHook'"
                ])
            #expect(
                diagnostics(of: "class Sub: Base { @NamedJoinPoint(\"appearing\") override func appear() {} }").isEmpty)
            #expect(diagnostics(of: "@Hookable class Sub: Base { override func appear() {} }").isEmpty)
        }

        @Test func whatHasNoPlaceOrNoBodyIsAnError() {
            #expect(
                diagnostics(of: "func outer() { @JoinPoint func inner() {} }") == [
                    "error: cannot have a join point: a local function has no storage for one, at @JoinPoint, "
                        + "remove '@JoinPoint'"
                ])
            #expect(
                diagnostics(of: "protocol P { @JoinPoint func a() }") == [
                    "error: cannot have a join point: it has no body, at @JoinPoint func a(), remove '@JoinPoint'"
                ])
            #expect(
                diagnostics(of: "struct A<T> { @JoinPoint func a() {} }") == [
                    "error: cannot have a join point: a generic type cannot store one; `@Hookable` on the type keeps those "
                        + "of all its functions beside it, at @JoinPoint, remove '@JoinPoint'"
                ])
        }
    }
#endif
