#if Macros
    import Testing

    /// What cannot go to many is refused aloud.
    @Suite struct DispatchableDiagnosticsTests {
        @Test(arguments: [
            ("static func a()", "a static requirement has no receivers, at static"),
            ("static var a: Int { get }", "a static requirement has no receivers, at static"),
            ("init(a: Int)", "an initializer has no receivers, at init"),
            ("static func + (a: Int, b: Int)", "a static requirement has no receivers, at static"),
            ("prefix func - ()", "an operator has no receivers, at -"),
            ("func a(_ x: Int...)", "a variadic parameter cannot be passed on; take an array, at ..."),
            ("func a(_ x: sending Box)", "what is sent to one cannot go to many, at sending"),
            ("func a(_ x: isolated A)", "the isolation cannot be passed on, at isolated"),
            ("func a(_ x: Self)", "`Self` is another type for each receiver, at Self"),
            ("@Deliver(.first) func a() -> Self?", "`Self` is another type for each receiver, at Self?"),
            ("associatedtype A", "receivers may differ in it; make it a primary associated type, at A"),
            ("func a(_ f: () throws -> Void) rethrows", "whether it throws depends on its argument, at rethrows"),
            (
                "func a() async throws(E)",
                "a call that is waited for may be cancelled, which is another error, at throws(E)"
            ),
            ("func a(_ x: inout Int) async", "an asynchronous call cannot keep a parameter that is only lent, at a"),
            ("func a(_ f: () -> Void) async", "an asynchronous call cannot keep a parameter that is only lent, at a"),
            ("#if DEBUG\nfunc a()\n#endif", "a requirement inside `#if` cannot be passed on, at #if DEBUG"),
        ])
        func whatCannotBePassedOnIsAnError(requirement: String, reason: String) {
            #expect(
                diagnostics(of: "@Dispatchable protocol P { \(requirement) }") == [
                    "error: cannot be dispatched: \(reason)"
                ])
        }

        @Test(arguments: [
            ("func a() -> Int", "@Deliver(.first(or: <#value#>))"),
            ("func a() -> Int?", "@Deliver(.firstNonNil)"),
            ("func a() -> [Int]", "@Deliver(.all)"),
            ("func a() -> Bool", "@Deliver(.reduce(true) { $0 && $1 })"),
            ("var a: Int? { get set }", "@Deliver(.firstNonNil)"),
            ("subscript(x: Int) -> [Int] { get }", "@Deliver(.all)"),
        ])
        func aResultWithoutARouteIsAnError(requirement: String, delivery: String) {
            #expect(
                diagnostics(of: "@Dispatchable protocol P { \(requirement) }") == [
                    "error: cannot be dispatched: several may answer; say what to make of it with `@Deliver`, "
                        + "at \(requirement), write '\(delivery)'"
                ])
        }

        @Test(arguments: [
            (
                "@Deliver(.first) func a() -> Int",
                "there may be no receiver; return an optional, or write `.first(or: …)`"
            ),
            ("@Deliver(.firstNonNil) func a() -> Int", "its result is not optional"),
            ("@Deliver(.all) func a() -> Int", "its result is not an array"),
            ("@Deliver(.each) func a() -> Int", "its result needs a delivery that makes one"),
            ("@Deliver(.here) func a() -> Int", "its result needs a delivery that makes one"),
            ("@Deliver(.all) func a()", "a delivery makes a result, and there is none"),
            ("@Deliver(.each, failing: .report) func a()", "it does not throw"),
            (
                "@Deliver(.each, failing: .report) func a() throws(E)",
                "a typed error is thrown at once; `.report` needs `throws`"
            ),
            ("@Deliver(.each, running: .sideBySide) func a()", "only asynchronous receivers are waited for"),
        ])
        func aDeliveryThatDoesNotFitIsAnError(requirement: String, reason: String) {
            let delivery = requirement.prefix { $0 != ")" } + ")"
            #expect(
                diagnostics(of: "@Dispatchable protocol P { \(requirement) }")
                    == ["error: cannot be dispatched: \(reason), at \(delivery)"])
        }

        @Test func aDeliveryHasToBeWrittenOut() {
            #expect(
                diagnostics(of: "@Dispatchable protocol P { @Deliver(usual) func a() -> Int }") == [
                    "error: cannot be dispatched: a delivery has to be written out, as in `@Deliver(.first)`, at usual"
                ])
        }

        @Test func aProtocolOnAnActorHasToBeSendableToBeWaitedFor() {
            #expect(
                diagnostics(of: "@MainActor @Dispatchable protocol P { func a() async }") == [
                    "error: cannot be dispatched: a protocol on an actor has to be `Sendable` to be waited for, at async"
                ])
            #expect(diagnostics(of: "@MainActor @Dispatchable protocol P: Sendable { func a() async }").isEmpty)
        }

        @Test func onlyAProtocolCanBeDispatched() {
            #expect(
                diagnostics(of: "@Dispatchable class A {}") == [
                    "error: only a protocol can be dispatched, at @Dispatchable, remove '@Dispatchable'"
                ])
        }
    }
#endif
