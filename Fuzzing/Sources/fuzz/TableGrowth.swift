import Laws
import Routing

/// Tables that grow: sixteen times as many routes may not take much longer than sixteen times as long, whatever they are.
enum TableGrowth {
    private struct Shape: Sendable {
        let name: String
        let pattern: @Sendable (Int) -> String
        var priority: @Sendable (Int) -> Int = { _ in 0 }
    }

    private static let shapes = [
        Shape(name: "literals", pattern: { "/section\($0)/:id" }),
        Shape(name: "literals that an unseeded hash puts into one bucket", pattern: { "/" + colliding($0) }),
        Shape(name: "priorities at one position", pattern: { _ in "/x/:id" }, priority: { $0 * 7_919 % 100_003 }),
        Shape(name: "requirements at one position", pattern: { "/x/:id?" + requirements($0) }),
        Shape(name: "mixed segments that begin and end alike", pattern: { "/x/a-:{a}-\(100_000 + $0)-:{b}-b" }),
        Shape(name: "mixed segments that share text", pattern: { "/x/:a.\(100_000 + $0).:b" }),
        Shape(name: "mixed segments that share text, twice", pattern: { "/:a.\($0).:b/:c.\($0).:d" }),
        Shape(name: "ranges", pattern: { "/x/:{a:1...\(1 + $0)}" }),
        Shape(name: "choices that share a word", pattern: { "/x/:{a:x|y\($0)}" }),
        Shape(name: "long mixed segments", pattern: { "/x/:{a}" + String(repeating: "ab", count: 25) + "\($0):{b}" }),
    ]

    private static func requirements(_ number: Int) -> String {
        (0...number % 16).map { "k\($0)" }.joined(separator: "&")
    }

    /// A bit of the second half, rotated by 27, is three bytes and three bits further in the first, from which it is taken.
    private static func colliding(_ number: Int) -> String {
        var first = Array("xxxxxxxx".utf8)
        var second = Array("````````".utf8)
        for bit in 0..<16 where number >> bit & 1 == 1 {
            second[bit / 2] += 1 << (bit % 2)
            first[(bit / 2 + 3) % 8] -= 8 << (bit % 2)
        }
        return String(decoding: first + second, as: UTF8.self)
    }

    static func check(_ limit: Int) throws(Violation) {
        try checkSearch(limit)
        for shape in shapes {
            var times: [Int] = []
            for count in [256, 1_024, 4_096] {
                times.append(try processorTime { () throws(Violation) in try register(shape, count) })
            }
            guard times[2] <= limit * max(times[0], 1_000_000) else {
                throw Violation("a table of \(shape.name) grows to \(times) ns")
            }
        }
    }

    /// Looks up a long segment in which the text of each pattern nearly occurs at every position: a search has a number
    /// of steps.
    private static func checkSearch(_ limit: Int) throws(Violation) {
        let infix = String(repeating: "a", count: 50)
        let path = "/" + String(repeating: "a", count: 60_000)
        var times: [Int] = []
        for count in [64, 1_024, 16_384] {
            do {
                let table = RouteTable(
                    try (0..<count).map {
                        RouteTable<Int>.Route(pattern: try RoutePattern("/:{x}\(infix)b\($0)-:y"), value: $0)
                    })
                times.append(try processorTime { () throws(Violation) in _ = table.match(path) })
            } catch let error as RoutePatternError {
                throw Violation("\(error)")
            } catch let violation as Violation {
                throw violation
            } catch {
                throw Violation("\(error)")
            }
        }
        guard times[2] <= 8 * max(times[0], 1_000_000) else { throw Violation("a search grows to \(times) ns") }
    }

    /// Makes a table, and registers its routes with a router as well, which may refuse them.
    private static func register(_ shape: Shape, _ count: Int) throws(Violation) {
        do {
            let list = RouteList(
                routes: try (0..<count).map { number in
                    RouteList.Route(
                        pattern: try RoutePattern(shape.pattern(number)), priority: shape.priority(number),
                        options: RouteOptions(name: "a"))
                })
            _ = RouteTable(list).match("/x/1")
            try Router(origins: list.origins, host: list.host).register(list) { $0.on("a") { _ in } }
        } catch is RouteRegistrationError {
        } catch {
            throw Violation("\(shape.name): \(error)")
        }
    }
}
