#if Macros
    import DispatchersMacros

    /// Every kind of function that a class may have.
    @Hookable class Cart {
        var total = 0
        let title: String

        init(title: String) { self.title = title }

        init?(count: Int) {
            title = "counted"
            guard count > 0 else { return nil }
            total = count
            if count == 7 { return }
            total += 1
        }

        init(failing: Bool) throws {
            title = "failing"
            if failing { throw Refused() }
        }

        deinit { total = -1 }

        func add(_ item: String, count: Int = 1) -> Int {
            total += count
            return total
        }

        func load(id: Int) -> String { "id \(id)" }
        func load(name: String) async -> String { "name \(name)" }
        func pay(_ amount: Int) throws(Refused) -> Int {
            guard amount > 0 else { throw Refused() }
            return amount
        }
        func send(_ amount: Int) async throws -> Int {
            guard amount > 0 else { throw Refused() }
            return amount
        }
        func visit(_ body: (Int) -> Void, adding sum: inout Int) {
            sum += 1
            body(sum)
        }
        func keep(_ done: @escaping (Int) -> Void) { done(3) }
        func sum(_ numbers: Int...) -> Int { numbers.reduce(0, +) }
        func show<Value>(_ value: Value, times: Int) -> String { "\(value) \(times) \(#function)" }
        func ignore(_: Int, but kept: Int) -> Int { kept }
        func names() -> [String] { ["Cart"] }
        func line() -> Int {
            let line = #line
            return line
        }
        @NotHookable func plain() -> Int { 1 }
        private func secret() -> Int { 5 }
        func tell() -> Int { secret() }

        class func make(_ title: String) -> Cart { Cart(title: title) }

        #if Macros
            func conditional() -> Int { 1 }
        #else
            func absent() -> Int { 1 }
        #endif
    }

    @Hookable final class GiftCart: Cart {
        override func names() -> [String] { super.names() + ["GiftCart"] }
    }

    extension Cart {
        @JoinPoint func wrap(_ paper: String) -> String { paper }
        @NamedJoinPoint("tying") func wrap(ribbon: String) -> String { ribbon }
    }

    @NamedHookable("shipping") extension Cart {
        func ship(to place: String) -> String { place }
    }

    @Hookable struct Position: Equatable {
        var x: Int

        init(at x: Int) { self.x = x }

        mutating func move(by distance: Int, _ log: (Int) -> Void) -> Int {
            x += distance
            log(x)
            return x
        }
        mutating func jump(_ steps: Int...) throws { x += steps.reduce(0, +) }
        func scaled(by factor: Int) -> Int { x * factor }
        @NotHookable static func == (left: Position, right: Position) -> Bool { left.x == right.x }
    }

    @Hookable enum Light {
        case red, green
        mutating func toggle() { self = self == .red ? .green : .red }
        func name() -> String { "\(self)" }
    }

    @Hookable actor Account {
        var balance: Int

        init(balance: Int) { self.balance = balance }

        func deposit(_ amount: Int) -> Int {
            balance += amount
            return balance
        }
        func audit() async -> Int { balance }
        nonisolated func bank() -> String { "bank" }
    }

    @MainActor @Hookable final class Page {
        var log: [String] = []

        init(_ first: String) { log = [first] }

        func appear(animated: Bool) { log.append("appear") }
        func load() async throws { log.append("load") }
        nonisolated func kind() -> String { "page" }
    }

    @Hookable struct Pile<Element> {
        var elements: [Element] = []

        mutating func push(_ element: Element) { elements.append(element) }
        func top() throws(Refused) -> Element {
            guard let top = elements.last else { throw Refused() }
            return top
        }
        static func filled(_ element: Element, times: Int) -> Pile {
            Pile(elements: Array(repeating: element, count: times))
        }
    }

    @Hookable class Crate<Content: Sendable> {
        var content: Content

        init(_ content: Content) { self.content = content }
        deinit { _ = content }

        func open(_ key: Int) async -> Content { content }
    }

    @JoinPoint func greet(_ name: String) -> String { "Hello, \(name)" }
#endif
