#if Macros
    import Testing

    /// What is expanded here has no `#sourceLocation` where the compiler puts one: the tests' expander forgets where a function
    /// is to which a macro added an attribute.
    @Suite struct HookableExpansionTests {
        @Test func eachFunctionIsWovenAndItsJoinPointKeptInHooks() {
            expect(
                """
                @Hookable public class Cart {
                    public func load(id: Int) {
                        start()
                    }
                    private func load() async {
                    }
                    @NotHookable func left() {}
                    @JoinPoint func own() { start() }
                    var count: Int { 1 }
                    #if DEBUG
                        func check() { start() }
                    #elseif TEST
                        func test() { start() }
                    #endif
                }
                """,
                expandsTo: """
                    public class Cart {
                        public func load(id: Int) {
                        return Cart.hooks.load_id(self, (id)) { (id) -> Void in
                        start()
                        }
                        }
                        private func load() async {
                        return await Cart.hooks.load(self, ()) { () async -> Void in

                        }
                        }
                        func left() {}
                        func own() {
                        return Cart.ownHook(self, ()) { () -> Void in
                        #sourceLocation(file: "test.swift", line: 8)
                        start()
                        #sourceLocation()
                        }
                        }

                        /// The calls of `own()`.
                        nonisolated static let ownHook = Hooks.JoinPoint<Cart, Void, Void>("own()", fileID: "TestModule/test.swift", line: 8)
                        var count: Int { 1 }
                        #if DEBUG
                            func check() { start() }
                        #elseif TEST
                            func test() { start() }
                        #endif

                        /// The join points of `Cart`.
                        public enum hooks {
                            /// The calls of `load(id:)`.
                            public nonisolated static let load_id = Hooks.JoinPoint<Cart, Int, Void>("load(id:)", fileID: "TestModule/test.swift", line: 2)
                            /// The calls of `load()`.
                            fileprivate nonisolated static let load = Hooks.AsyncJoinPoint<Cart, Void, Void>("load()", fileID: "TestModule/test.swift", line: 5)
                            #if DEBUG
                            /// The calls of `check()`.
                            nonisolated static let check = Hooks.JoinPoint<Cart, Void, Void>("check()", fileID: "TestModule/test.swift", line: 11)
                            #elseif TEST
                            /// The calls of `test()`.
                            nonisolated static let test = Hooks.JoinPoint<Cart, Void, Void>("test()", fileID: "TestModule/test.swift", line: 13)
                            #endif
                        }
                    }
                    """)
        }

        @Test func aGenericTypesJoinPointsAreKeptBesideIt() {
            expect(
                """
                @Hookable public struct Stack<Element> {
                    public func top() -> Element { last }
                }
                """,
                expandsTo: """
                    public struct Stack<Element> {
                        public func top() -> Element {
                        return Stack.hooks.top(self, ()) { () -> Element in
                        last
                        }
                        }

                        /// The join points of `Stack`.
                        public enum hooks {
                            /// The calls of `top()`.
                            public nonisolated static var top: Hooks.JoinPoint<Stack, Void, Element> {
                                .init(in: StackHookFamilies.top)
                            }
                        }
                    }

                    /// The stored join points of `Stack`.
                    fileprivate enum StackHookFamilies {
                        nonisolated static let top = Hooks.JoinPointFamily("top()", fileID: "TestModule/test.swift", line: 2)
                    }
                    """)
        }

        @Test func anExtensionMayNameItsHooksAndGivesItsAccess() {
            expect(
                """
                @NamedHookable("shipping") public extension Cart.Item {
                    func ship() { start() }
                }
                """,
                expandsTo: """
                    public extension Cart.Item {
                        func ship() {
                        return Cart.Item.shipping.ship(self, ()) { () -> Void in
                        start()
                        }
                        }

                        /// The join points of `Cart.Item`.
                        public enum shipping {
                            /// The calls of `ship()`.
                            public nonisolated static let ship = Hooks.JoinPoint<Cart.Item, Void, Void>("ship()", fileID: "TestModule/test.swift", line: 2)
                        }
                    }
                    """)
        }
    }
#endif
