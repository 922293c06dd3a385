import AllocationCounter
import Foundation
import Routing
import Testing

/// Lists of routes with text that was written to make a reader slow.
struct HostileListTests {
    private static let marks = HostileQueryTests.marks(100)

    private static func error(_ json: String) throws -> RouteListError {
        try #require(throws: RouteListError.self) { try RouteList(json: json) }
    }

    @Test(arguments: [
        #"{"routes": [], "@": 1}"#, #"{"@": 1, "routes": []}"#, #"{"routes": [{"pattern": "/a", "@": 1}]}"#,
        #"{"routes": [{"pattern": "/a", "metadata": {"@": 1}}]}"#,
        #"{"routes": [{"pattern": "/a", "metadata": {"a": [{"@": 1}]}}]}"#,
    ])
    func aLongKeyIsRefused(json: String) throws {
        #expect(
            try Self.error(json.replacing("@", with: Self.marks)).explanation == "it has a key of more than 128 bytes.")
        let escaped = String(repeating: #"\u0301"#, count: 100)
        #expect(
            try Self.error(json.replacing("@", with: escaped)).explanation == "it has a key of more than 128 bytes.")
    }

    @Test func aKeyOf128BytesIsRead() throws {
        let key = String(repeating: "k", count: 128)
        let list = try RouteList(json: #"{"routes": [{"pattern": "/a", "metadata": {"\#(key)": 1}}]}"#)
        #expect(list.routes[0].options.metadata == [key: 1])
    }

    @Test func anErrorIsShortWhateverTheTextIs() throws {
        for json in [
            #"{"routes": [], "@": 1}"#, #"{"routes": [{"pattern": "/@:"}]}"#, #"{"host": "@", "routes": []}"#,
            #"{"routes": [{"pattern": "/a", "schemes": ["@"]}]}"#, #"{"origins": ["@"], "routes": []}"#,
        ] {
            let error = try Self.error(json.replacing("@", with: String(repeating: "x ", count: 30_000)))
            #expect(error.description.utf8.count < 1_000)
        }
    }

    /// The names are canonically equivalent, and of other bytes.
    @Test func namesAreTheirBytes() throws {
        let list = try RouteList(
            json: #"{"routes": [{"pattern": "/a", "name": "caf\u00E9"}, {"pattern": "/b", "name": "cafe\u0301"}]}"#)
        #expect(list.routes[0].options != RouteOptions(name: "cafe\u{301}"))
        let error = try #require(throws: RouteRegistrationError.self) {
            try Router().register(list) { $0.on("caf\u{E9}") { _ in } }
        }
        #expect(error.says(["No handler was bound to the route “/b”"]))
        let router = Router()
        try router.register(list) {
            $0.on("caf\u{E9}") { _ in 1 }
            $0.on("cafe\u{301}") { _ in 2 }
        }
        #expect(router.routes.map(\.pattern.text) == ["/a", "/b"])
    }

    /// U+212A is canonically equivalent to the letter K.
    @Test func theNameOfATypeIsItsBytes() throws {
        let kind = ParameterType("Kind") { $0 == "a" }
        let pattern = try RoutePattern("/:{id:\u{212A}ind}", types: [kind])
        #expect(pattern.parameters.map(\.type) != [kind])
        #expect(RouteTable([.init(pattern: pattern, value: 1)]).match("/a") == nil)
    }

    @Test(
        .enabled(if: allocationsOfThisThread() >= 0, "allocations can be counted here"),
        arguments: ["[],", "true,", "1.5,", "{},", "\"a\","])
    func readingAllocatesLittleForEachValue(value: String) throws {
        let json = Data(
            (#"{"routes": [{"pattern": "/a", "metadata": {"m": [[[["# + String(repeating: value, count: 10_000)
                + "1]]]]}}]}").utf8)
        let before = allocationsOfThisThread()
        #expect(try RouteList(json: json).routes.count == 1)
        #expect(allocationsOfThisThread() - before < 30_000)
    }
}

/// A table from elsewhere cannot make the program hang or run out of memory.
@Suite("Tables from elsewhere", .enabled(if: allocationsOfThisThread() >= 0, "allocations can be counted here"))
struct HostileTableTests {
    /// The bytes that the work allocates, freed ones included.
    private func allocated(by work: () throws -> Void) rethrows -> Int {
        let before = allocatedBytesOfThisThread()
        try work()
        return allocatedBytesOfThisThread() - before
    }

    /// Registers a list, and returns the problems with it.
    @discardableResult
    private func register(
        _ routes: [(pattern: String, priority: Int)], in router: Router = Router()
    ) throws -> RouteRegistrationError? {
        let list = RouteList(
            routes: try routes.map { route in
                RouteList.Route(
                    pattern: try RoutePattern(route.pattern), priority: route.priority, options: RouteOptions(name: "a")
                )
            })
        do {
            try router.register(list) { $0.on("a") { _ in } }
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "registering a list allocates in proportion to its routes",
        arguments: [
            "/x/:a.#.:b", "/x/a-:{a}-#-:{b}-b", "/x/:a#", "/x/:{a:1...#}", "/x/:{a:x|y#}", "/:{a}#:{b}/:{c}#:{d}",
            "/x/y#",
            "/#/:a",
            "/x(/#)(/b)(/c)", "/x/:a.#.:b/*",
        ], [false, true])
    func registeringIsLinear(form: String, hasPriorities: Bool) throws {
        let bytes = try [100, 400].map { count in
            let routes = (0..<count).map { number in
                (form.replacing("#", with: "\(1_000 + number)"), hasPriorities ? number * 7_919 % count : 0)
            }
            return try allocated { try register(routes) }
        }
        #expect(bytes[1] <= 8 * bytes[0] && bytes[1] <= 400 * (512 << 10))
    }

    @Test
    func longSegmentsThatHaveTextInCommonAreNotComparedWithoutEnd() throws {
        let routes = (0..<12).map { number in
            ("/x/:{a}" + String(repeating: "ab", count: 30) + "\(10 + number)" + ":{b}", 0)
        }
        #expect(try allocated { try register(routes) } < 64 << 20)
    }

    /// Without all of their priorities in order, and most of them at one position.
    @Test
    func routesOfManyPrioritiesAtOnePlaceAreTriedInTheirOrder() throws {
        let priorities = (0..<1_000).map { $0 * 7_919 % 1_000 - 500 }
        let routes = try priorities.map { priority in
            RouteTable.Route(pattern: try RoutePattern("/x/:id"), priority: priority, value: priority)
        }
        #expect(RouteTable(routes).matches("/x/1").map(\.value) == priorities.sorted(by: >))
    }

    /// Texts of sixteen bytes whose halves have one sum, if the second is rotated by 27 bits.
    @Test
    func literalsThatWereMadeToCollideAreFound() throws {
        let literals = (0..<2_048).map(CollidingLiterals.literal)
        #expect(Set(literals).count == literals.count)
        let table = RouteTable(try literals.map { .init(pattern: try RoutePattern("/" + $0), value: $0) })
        #expect(literals.allSatisfy { table.match("/" + $0)?.value == $0 })
    }

    @Test
    func aRegistrationReportsNoMoreThanAHundredProblems() throws {
        let error = try #require(try register(Array(repeating: ("/a/:b", 0), count: 500)))
        #expect(error.problems.count == 100)
        #expect(error.description.split(separator: "\n").count == 101)
    }
}

/// Literals that an unseeded hash of their two halves puts into one bucket.
enum CollidingLiterals {
    static func literal(_ number: Int) -> String {
        var first = Array("xxxxxxxx".utf8)
        var second = Array("````````".utf8)
        for bit in 0..<16 where number >> bit & 1 == 1 {
            // A bit of the second half, rotated by 27, is three bytes and three bits further in the first.
            let byte = bit / 2
            let place = bit % 2
            second[byte] += 1 << place
            first[(byte + 3) % 8] -= 8 << place
        }
        return String(decoding: first + second, as: UTF8.self)
    }
}
