#if Macros
    import Testing

    @Suite struct JoinPointExpansionTests {
        @Test func aMethodIsWrappedAndItsJoinPointDeclaredBesideIt() {
            expect(
                """
                final class Cart {
                    @JoinPoint public func add(_ item: String, count: Int = 1) throws -> Int {
                        total += count
                        return total
                    }
                }
                """,
                expandsTo: """
                    final class Cart {
                        public func add(_ item: String, count: Int = 1) throws -> Int {
                        return try Cart.addHook(self, (item, count)) { (item, count) throws -> Int in
                        #sourceLocation(file: "test.swift", line: 3)
                        total += count
                                return total
                        #sourceLocation()
                        }
                        }

                        /// The calls of `add(_:count:)`.
                        public nonisolated static let addHook = Hooks.ThrowingJoinPoint<Cart, (item: String, count: Int), Int, any Swift.Error>("add(_:count:)", fileID: "TestModule/test.swift", line: 2)
                    }
                    """)
        }

        @Test func aMutatingMethodCallsItsBodyOnTheValueThatAdvicePassesOn() {
            expect(
                """
                struct Position {
                    @JoinPoint mutating func move(by distance: Int, _ log: () -> Void) -> Int {
                        x += distance
                        return x
                    }
                }
                """,
                expandsTo: """
                    struct Position {
                        mutating func move(by distance: Int, _ log: () -> Void) -> Int {
                        return Position.moveHook(&self, (distance)) { (hookedTarget, hookedArguments) -> Int in
                            hookedTarget.unhooked_move(by: hookedArguments, log)
                        }
                        }

                        /// The calls of `move(by:_:)`. Advice is not given `log`.
                        nonisolated static let moveHook = Hooks.MutatingJoinPoint<Position, Int, Int>("move(by:_:)", fileID: "TestModule/test.swift", line: 2)

                        private mutating func unhooked_move(by distance: Int, _ log: () -> Void) -> Int {
                        #sourceLocation(file: "test.swift", line: 3)
                        x += distance
                                return x
                        #sourceLocation()
                        }
                    }
                    """)
        }

        @Test func anInitializerFiresWhereItEndsAndADeinitializerBeforeItBegins() {
            expect(
                """
                final class Cart {
                    @JoinPoint init?(title: String) {
                        guard !title.isEmpty else { return nil }
                        if title == "a" { return }
                        let check = { return }
                        self.title = title
                    }
                    @JoinPoint deinit { close() }
                    @NamedJoinPoint("decoding") init(coder: Int) { fatalError() }
                }
                """,
                expandsTo: """
                    final class Cart {
                        init?(title: String) {
                        let hookedArguments = (title)
                        #sourceLocation(file: "test.swift", line: 3)
                        guard !title.isEmpty else { return nil }
                                if title == "a" { Cart.didInitHook(self, hookedArguments) { _ in }; return }
                                let check = { return }
                                self.title = title
                        #sourceLocation()
                        Cart.didInitHook(self, hookedArguments) { _ in }
                        }

                        /// The join point after `init(title:)`.
                        nonisolated static let didInitHook = Hooks.JoinPoint<Cart, String, Void>("init(title:)", fileID: "TestModule/test.swift", line: 2)
                        deinit {
                        Cart.willDeinitHook(type(of: self), ObjectIdentifier(self)) { _ in }
                        #sourceLocation(file: "test.swift", line: 8)
                        close()
                        #sourceLocation()
                        }

                        /// The join point before `deinit`.
                        nonisolated static let willDeinitHook = Hooks.JoinPoint<Cart.Type, ObjectIdentifier, Void>("deinit", fileID: "TestModule/test.swift", line: 8)
                        init(coder: Int) {
                        let hookedArguments = (coder)
                        #sourceLocation(file: "test.swift", line: 9)
                        fatalError()
                        #sourceLocation()
                        }

                        /// The join point after `init(coder:)`.
                        nonisolated static let decoding = Hooks.JoinPoint<Cart, Int, Void>("init(coder:)", fileID: "TestModule/test.swift", line: 9)
                    }
                    """)
        }

        @Test func aFunctionInAFileHasNoTarget() {
            expect(
                """
                @JoinPoint private func greet(_ name: String) async -> String { name }
                """,
                expandsTo: """
                    private func greet(_ name: String) async -> String {
                    return await greetHook((), (name)) { (name) async -> String in
                    #sourceLocation(file: "test.swift", line: 1)
                    name
                    #sourceLocation()
                    }
                    }

                    /// The calls of `greet(_:)`.
                    fileprivate nonisolated let greetHook = Hooks.AsyncJoinPoint<Void, String, String>("greet(_:)", fileID: "TestModule/test.swift", line: 1)
                    """)
        }

        /// The declaration of the join point of one function in a type.
        @Test(arguments: [
            ("actor Bank", "func add(_ x: Int) {}", "ActorJoinPoint<Bank, Int, Void>"),
            ("actor Bank", "func add(_ x: Int) throws(E) {}", "ActorThrowingJoinPoint<Bank, Int, Void, E>"),
            ("actor Bank", "nonisolated func add(_ x: Int) {}", "JoinPoint<Bank, Int, Void>"),
            ("actor Bank", "static func add(_ x: Int) {}", "JoinPoint<Bank.Type, Int, Void>"),
            ("actor Bank", "func add(_ x: Int) async {}", "AsyncJoinPoint<Bank, Int, Void>"),
            ("@MainActor class Page", "func add(_ x: Int) {}", "MainActorJoinPoint<Page, Int, Void>"),
            (
                "class Page", "@MainActor func add(_ x: Int) throws {}",
                "MainActorThrowingJoinPoint<Page, Int, Void, any Swift.Error>"
            ),
            ("@MainActor class Page", "nonisolated func add(_ x: Int) {}", "JoinPoint<Page, Int, Void>"),
            (
                "struct Box", "mutating func add() throws {}",
                "MutatingThrowingJoinPoint<Box, Void, Void, any Swift.Error>"
            ),
            ("struct Box", "func add() async throws(E) {}", "AsyncThrowingJoinPoint<Box, Void, Void, E>"),
            ("struct Box", "func add() throws(Never) {}", "JoinPoint<Box, Void, Void>"),
            ("struct Box", "func add(_ other: Self) -> Self? { nil }", "JoinPoint<Box, Box, Box?>"),
            ("class Box", "func add(_ x: Int!, y: String...) {}", "JoinPoint<Box, (x: Int?, y: [String]), Void>"),
            ("class Box", "func add(a x: Int, a y: Int) {}", "JoinPoint<Box, (x: Int, y: Int), Void>"),
            (
                "class Box", "func add(_ f: @escaping @Sendable () -> Void) {}",
                "JoinPoint<Box, @Sendable () -> Void, Void>"
            ),
            ("class Box", "func add(_ f: () -> Void, g: (() -> Void)?) {}", "JoinPoint<Box, (() -> Void)?, Void>"),
            ("class Box", "func add(_ f: @autoclosure () -> Int, _: Int) {}", "JoinPoint<Box, Void, Void>"),
            ("class Box", "func add<T>(_ x: T, y: [T], z: some P, w: Int) {}", "JoinPoint<Box, Int, Void>"),
            ("class Box", "func add(_ x: inout Int, y: M.T) {}", "JoinPoint<Box, M.T, Void>"),
        ])
        func theShapeFollowsFromTheDeclaration(type: String, function: String, shape: String) {
            let text = expansion(of: "\(type) { @JoinPoint \(function) }")
            #expect(text.contains("nonisolated static let addHook = Hooks.\(shape)("))
        }
    }
#endif
