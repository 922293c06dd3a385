#if canImport(Testing)
    import Hooks
    public import Testing

    /// A trait that gives each test a scope of hooks of its own.
    ///
    /// Tests that run in parallel share static join points. A hook that is registered in a test with the trait, or in the `init` of
    /// its suite, runs only in calls that the test makes, including those of its child tasks:
    ///
    /// ```swift
    /// @Suite(.hookScope) struct CheckoutTests {
    ///     let checkout = Checkout()
    ///     let receipts = Receipts()  // hooks `Checkout` in its `init`
    ///
    ///     @Test func aPaymentHasAReceipt() {
    ///         checkout.pay(card: "4242", cents: 20)
    ///         #expect(receipts.cents == [20])
    ///     }
    /// }
    /// ```
    ///
    /// Each argument of a parameterized test has a scope of its own. Hooks that were registered outside all tests run, too. Calls of
    /// a detached task are outside the scope, and so are asynchronous handlers and those that a post reaches on another actor. See
    /// `HookScope` for a scope of a part of a test.
    public struct HookScopeTrait: TestTrait, SuiteTrait, TestScoping {
        /// A suite with the trait applies it to each of its tests.
        public var isRecursive: Bool { true }

        /// Runs a test in a scope of hooks.
        ///
        /// - Parameters:
        ///   - test: The test.
        ///   - testCase: The arguments of the test.
        ///   - function: The test's body.
        /// - Throws: The error of the body.
        @concurrent public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
        ) async throws {
            try await HookScope.runAsync(function)
        }
    }

    extension Trait where Self == HookScopeTrait {
        /// Gives each test a scope of hooks of its own.
        public static var hookScope: Self { HookScopeTrait() }
    }
#endif
