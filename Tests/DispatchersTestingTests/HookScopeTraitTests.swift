import Dispatchers
import DispatchersTesting
import Hooks
import Testing

@Suite("Scope of hooks of a test")
struct HookScopeTraitTests {
    final class Till: Sendable {
        static let paying = JoinPoint<Till, Int, Void>("pay(_:)")

        func pay(_ cents: Int) { Self.paying(self, cents) { _ in } }
    }

    private let hooks = Recording<Registration>()

    /// Runs a body as a test with the trait.
    private func run(_ body: @Sendable () async throws -> Void) async throws {
        let trait: HookScopeTrait = .hookScope
        let test = try #require(Test.current)
        try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
    }

    private func hook(_ paid: Recording<Int>) {
        hooks.append(Till.paying.before { _, cents in paid.append(cents) })
    }

    @Test("Tests that run at the same time do not see each other's hooks")
    func twoTests() async throws {
        let first = Recording<Int>()
        let second = Recording<Int>()
        let test = Test.current
        let testCase = Test.Case.current
        try await run {
            hook(first)
            try await Task.detached {
                let test = try #require(test)
                try await HookScopeTrait.hookScope.provideScope(for: test, testCase: testCase) {
                    hook(second)
                    Till().pay(2)
                }
            }.value
            Till().pay(1)
        }
        #expect(first.values == [1])
        #expect(second.values == [2])
        Till().pay(3)
        #expect(first.values + second.values == [1, 2])
    }

    @Suite("With the trait", .hookScope) struct Inner {
        private let paid = Recording<Int>()
        private let hook: Registration

        init() {
            hook = Till.paying.before { [paid] _, cents in paid.append(cents) }
        }

        @Test("A hook of the suite's init runs for calls of its test alone", arguments: 1...3)
        func initializer(cents: Int) async {
            await Task.detached { Till().pay(100) }.value
            Till().pay(cents)
            #expect(paid.values == [cents])
        }
    }

    @Test("A hook of a test with the trait runs for its calls alone", .hookScope)
    func spelling() async {
        let paid = Recording<Int>()
        hook(paid)
        await Task.detached { Till().pay(100) }.value
        Till().pay(1)
        #expect(paid.values == [1])
    }

    @Test("Asynchronous handlers and those on another actor are outside the scope of the test that posts", .hookScope)
    func handlers() async {
        let paid = Recording<Int>()
        hook(paid)
        let center = MessageCenter()
        let registrations = [
            center.observe(Int.self) { cents in Till().pay(cents) },
            center.observe(Int.self) { cents async in Till().pay(cents + 1) },
            center.observe(Int.self) { @MainActor cents in Till().pay(cents + 2) },
        ]
        center.post(10)
        await center.settled()
        #expect(paid.values == [10])
        for registration in registrations { registration.cancel() }
    }
}
