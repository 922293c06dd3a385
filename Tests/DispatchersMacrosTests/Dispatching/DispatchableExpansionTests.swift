#if Macros
    import Testing

    @Suite struct DispatchableExpansionTests {
        @Test func aProtocolGetsADispatcherARecorderAndFunctionsToInherit() {
            expect(
                """
                @Dispatchable public protocol LoginObserver: AnyObject {
                    func didLogin(_ user: String)
                }
                """,
                expandsTo: """
                    public protocol LoginObserver: AnyObject {
                        func didLogin(_ user: String)
                    }

                    /// Passes calls on to all receivers that are registered for `LoginObserver`.
                    public final class LoginObserverDispatcher: LoginObserver, DispatchersMacros.ProtocolDispatcher {
                        public typealias Called = any LoginObserver
                        public nonisolated let center: Dispatchers.ProtocolDispatcherCenter
                        /// Ask the center, which makes one only.
                        public nonisolated init(_ center: Dispatchers.ProtocolDispatcherCenter) {
                            self.center = center
                        }
                        /// Lets an object be called for as long as it lives.
                        public func register<Owner: LoginObserver & AnyObject & Sendable>(
                            _ owner: Owner, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line
                        ) {
                            center.register(
                                (any LoginObserver).self, by: owner, priority: priority, fileID: fileID, line: line
                            ) {
                                $0
                            }
                        }
                        public func didLogin(_ user: String) {
                            center.dispatch((any LoginObserver).self) { receiver in
                                receiver.didLogin(user)
                            }
                        }
                    }

                    /// Notes how `LoginObserver` is called, for tests.
                    public final class LoginObserverRecorder: LoginObserver, DispatchersMacros.ProtocolRecorder {
                        public nonisolated let recordedCalls = DispatchersMacros.RecordedCalls()
                        public nonisolated init() {
                        }
                    }

                    extension LoginObserver where Self: DispatchersMacros.ProtocolDispatcher {
                        public func didLogin(_ user: String) {
                            center.dispatch(Called.self) { receiver in
                                Self.receiver(receiver, as: (any LoginObserver).self).didLogin(user)
                            }
                        }
                    }

                    extension LoginObserver where Self: DispatchersMacros.ProtocolRecorder {
                        public func didLogin(_ user: String) {
                            return recordedCalls.note("didLogin(_:)", [String(describing: user)])
                        }
                    }
                    """)
        }

        /// How one requirement is passed on.
        @Test(arguments: [
            ("func a(_ x: Int)", "center.dispatch((any P).self) { receiver in receiver.a(x) }"),
            ("func a(b x: Int, c: Int)", "center.dispatch((any P).self) { receiver in receiver.a(b: x, c: c) }"),
            ("@Deliver(.here) func a(_ x: Int)", "center.collect((any P).self, .all) { receiver in receiver.a(x) }"),
            ("func a(_ x: inout Int)", "center.collect((any P).self, .all) { receiver in receiver.a(&x) }"),
            ("func a(_ f: () -> Void)", "center.collect((any P).self, .all) { receiver in receiver.a(f) }"),
            ("func a(_ f: @escaping () -> Void)", "center.collect((any P).self, .all) { receiver in receiver.a(f) }"),
            (
                "func a(_ f: @escaping @Sendable () -> Void)",
                "center.dispatch((any P).self) { receiver in receiver.a(f) }"
            ),
            (
                "func a(_ f: @autoclosure () -> Int)",
                "center.collect((any P).self, .all) { receiver in receiver.a(f()) }"
            ),
            ("func a<T>(_ x: T)", "center.collect((any P).self, .all) { receiver in receiver.a(x) }"),
            ("func a(_ x: some Q)", "center.collect((any P).self, .all) { receiver in receiver.a(x) }"),
            (
                "func a(_ x: consuming Int)",
                "func a(_ x: Int) { center.dispatch((any P).self) { receiver in receiver.a(x) }"
            ),
            (
                "mutating func a()",
                "center.dispatch((any P).self) { receiver in Self.changing(receiver) { receiver in receiver.a() } }"
            ),
            (
                "func a() throws",
                "try center.collect((any P).self, .all, failing: .throwAtEnd) { receiver in try receiver.a() }"
            ),
            (
                "func a() throws(E)",
                "try center.collect((any P).self, .all) { (receiver: (any P)) throws(E) -> Void in try receiver.a() }"
            ),
            (
                "@Deliver(.first) func a() -> Int?",
                "return (center.collect((any P).self, .first) { receiver in receiver.a() }) ?? nil"
            ),
            (
                "@Deliver(.first(or: 3)) func a() -> Int",
                "return (center.collect((any P).self, .first) { receiver in receiver.a() }) ?? (3)"
            ),
            (
                "@Deliver(.firstNonNil) func a() -> Int?",
                "return center.collect((any P).self, .firstNonNil()) { receiver in receiver.a() }"
            ),
            (
                "@Deliver(.reduce(0, max)) func a() -> Int",
                "return center.collect((any P).self, .reduce(0, max)) { receiver in receiver.a() }"
            ),
            (
                "func a() async",
                "_ = try? await center.collect((any P).self, .all, running: .oneByOne, failing: .report) { receiver in await receiver.a() }"
            ),
            (
                "@Deliver(.reduce(0, max), running: .sideBySide) func a() async -> Int",
                "return (try? await center.collect((any P).self, .reduce(0, max), running: .sideBySide, failing: .report) { receiver in await receiver.a() }) ?? (0)"
            ),
            (
                "func a() async throws",
                "try await center.collect((any P).self, .all, running: .oneByOne, failing: .throwAtEnd) { receiver in try await receiver.a() }"
            ),
            ("nonisolated(nonsending) func a() async", "nonisolated(nonsending) func a() async {"),
            ("@available(macOS 15, *) @MainActor func a()", "@available(macOS 15, *) @MainActor func a() {"),
            (
                "@Deliver(.first) var a: Int? { get set }",
                "set { center.dispatch((any P).self) { receiver in Self.changing(receiver) { receiver in receiver.a = newValue } } }"
            ),
        ])
        func eachRequirementIsPassedOn(requirement: String, body: String) {
            let text = expansion(of: "@Dispatchable protocol P { \(requirement) }")
            #expect(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(body))
        }
    }
#endif
