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

    /// A result for each delivery.
    @Dispatchable protocol Answering: AnyObject {
        @Deliver(.first) func first() -> Int?
        @Deliver(.first(or: -1)) func firstOr() -> Int
        @Deliver(.firstNonNil) func firstNonNil() -> Int?
        @Deliver(.all) func all() -> [Int]
        @Deliver(.reduce(100) { $0 + $1 }) func sum() -> Int
    }

    /// What a call may do, and what it may be given.
    @Dispatchable protocol Worker: AnyObject {
        func save(_ item: Int) throws
        @Deliver(.each, failing: .report) func saveReporting(_ item: Int) throws
        @Deliver(.first(or: 0)) func price(_ item: Int) throws -> Int
        func check(_ item: Int) throws(Refused)
        @Deliver(.first(or: 0)) func checked(_ item: Int) throws(Refused) -> Int
        func grow(_ list: inout [Int])
        func visit(_ body: (Int) -> Void)
        func keep(_ body: @escaping (Int) -> Void)
        func evaluate(_ value: @autoclosure () -> Int)
        func show<Value: Equatable>(_ value: Value, beside other: some Hashable)
        func swallow(_ text: consuming String)
        func unnamed(_: Int, at _: Int)
        @Deliver(.here) func refer(_ box: Box)
        func lend(_ file: borrowing File)
    }

    final class Box { var value = 0 }

    struct File: ~Copyable { let size: Int }

    @Dispatchable protocol Titled {
        @Deliver(.first(or: "")) var title: String { get set }
        @Deliver(.all) subscript(row: Int, at column: Int) -> [Int] { get }
        mutating func rename(_ title: String)
    }

    @Dispatchable protocol Feed: Sendable {
        func load(_ page: Int) async
        @Deliver(.all) func pages(_ page: Int) async throws -> [Int]
        @Deliver(.reduce(0) { $0 + $1 }, failing: .report, running: .sideBySide) func sum(_ page: Int) async throws
            -> Int
        @Deliver(.first(or: -1)) func count() async -> Int
        @Deliver(.first) var state: Int? { get async throws }
    }

    /// Asynchronous, and not `Sendable`.
    @Dispatchable protocol Local: AnyObject {
        nonisolated(nonsending) func wait() async
    }

    @MainActor @Dispatchable protocol Screen: AnyObject, Sendable {
        func appear(_ box: Box)
        @Deliver(.firstNonNil) func subtitle() -> String?
        func load() async
        @Deliver(.all) var names: [String] { get set }
    }

    @Dispatchable protocol Store<Item>: AnyObject {
        associatedtype Item: Sendable
        func saved(_ item: Item)
        @Deliver(.firstNonNil) func found() -> Item?
    }

    @Dispatchable protocol Root { func root() }
    @Dispatchable protocol Left: Root { func left() }
    @Dispatchable protocol Right: Root {
        func right() throws
        @Deliver(.all) func rights() -> [Int]
    }
    @Dispatchable protocol Diamond: Left, Right { func diamond() }
#endif
