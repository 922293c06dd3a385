import Testing

@testable import Routing

struct RouteTreeTests {
    /// Of every length up to 70 bytes some that differ in one byte only, added one after the other.
    @Test(arguments: [1, 2, 9, 100, 700])
    func everyLiteralIsFoundAndNothingElse(count: Int) throws {
        let literals = (0..<count).map { number in
            let length = 1 + number / 10
            return String(repeating: "a", count: length - 1) + "\(number % 10)"
        }
        var table = RouteTable<String>()
        for literal in literals { table.insert([.init(pattern: try RoutePattern("/\(literal)/:id"), value: literal)]) }
        for literal in literals {
            #expect(table.match("/\(literal)/1")?.value == literal)
            #expect(table.match("/\(literal)/%31")?.value == literal)
            for other in [literal + "\0", literal + "a", "b" + literal.dropFirst(), literal.dropLast() + "x"] {
                #expect(table.lookup("/\(other)/1") == nil, "\(other)")
                #expect(table.lookup("/\(other)/%31") == nil, "\(other)")
            }
        }
    }
}
