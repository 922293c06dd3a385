#if Macros
    import DispatchersMacros

    struct Refused: Error, Equatable {}

    @Dispatchable protocol LoginObserver: AnyObject {
        func didLogin(_ user: String)
        func didLogout(user name: String, after seconds: Int)
        func didNothing()
    }

    extension LoginObserver {
        func didNothing() { didLogin("nobody") }
    }

    /// A result for each route.
    @Dispatchable protocol Answering: AnyObject {
        @Route(.first) func first() -> Int?
        @Route(.first(or: -1)) func firstOr() -> Int
        @Route(.firstNonNil) func firstNonNil() -> Int?
        @Route(.all) func all() -> [Int]
        @Route(.reduce(100) { $0 + $1 }) func sum() -> Int
    }

    /// What a call may do, and what it may be given.
    @Dispatchable protocol Worker: AnyObject {
        func save(_ item: Int) throws
        @Route(.each, failing: .report) func saveReporting(_ item: Int) throws
        @Route(.first(or: 0)) func price(_ item: Int) throws -> Int
        func check(_ item: Int) throws(Refused)
        @Route(.first(or: 0)) func checked(_ item: Int) throws(Refused) -> Int
        func grow(_ list: inout [Int])
        func visit(_ body: (Int) -> Void)
        func keep(_ body: @escaping (Int) -> Void)
        func evaluate(_ value: @autoclosure () -> Int)
        func show<Value: Equatable>(_ value: Value, beside other: some Hashable)
        func swallow(_ text: consuming String)
        func unnamed(_: Int, at _: Int)
        @Route(.here) func refer(_ box: Box)
        func lend(_ file: borrowing File)
    }

    final class Box { var value = 0 }

    struct File: ~Copyable { let size: Int }

    @Dispatchable protocol Titled {
        @Route(.first(or: "")) var title: String { get set }
        @Route(.all) subscript(row: Int, at column: Int) -> [Int] { get }
        mutating func rename(_ title: String)
    }

    @Dispatchable protocol Feed: Sendable {
        func load(_ page: Int) async
        @Route(.all) func pages(_ page: Int) async throws -> [Int]
        @Route(.reduce(0) { $0 + $1 }, failing: .report, running: .sideBySide) func sum(_ page: Int) async throws -> Int
        @Route(.first(or: -1)) func count() async -> Int
        @Route(.first) var state: Int? { get async throws }
    }

    /// Asynchronous, and not `Sendable`.
    @Dispatchable protocol Local: AnyObject {
        nonisolated(nonsending) func wait() async
    }

    @MainActor @Dispatchable protocol Screen: AnyObject, Sendable {
        func appear(_ box: Box)
        @Route(.firstNonNil) func subtitle() -> String?
        func load() async
        @Route(.all) var names: [String] { get set }
    }

    @Dispatchable protocol Store<Item>: AnyObject {
        associatedtype Item: Sendable
        func saved(_ item: Item)
        @Route(.firstNonNil) func found() -> Item?
    }

    @Dispatchable protocol Root { func root() }
    @Dispatchable protocol Left: Root { func left() }
    @Dispatchable protocol Right: Root {
        func right() throws
        @Route(.all) func rights() -> [Int]
    }
    @Dispatchable protocol Diamond: Left, Right { func diamond() }
#endif
