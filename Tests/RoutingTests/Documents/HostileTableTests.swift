import AllocationCounter
import Routing
import Testing

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
