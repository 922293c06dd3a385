import Testing

@testable import Routing

struct RouteTreeTests {
    /// All spellings of one word in capital and small letters, each a sibling of the others.
    @Test
    func siblingsThatDifferOnlyInCaseDoNotCollide() throws {
        let spellings = (0..<1024).map { number in
            String((0..<10).map { bit in number >> bit & 1 == 0 ? "a" : "A" })
        }
        let seed = LiteralSeed()
        let hashes = spellings.map { spelling in
            let bytes = Bytes(spelling.utf8)
            let segment = LiteralSegment(in: bytes.span, from: 0, length: bytes.count, seed)
            return seed.hash(segment.first, segment.last)
        }
        #expect(Set(hashes.map { $0 >> 52 }).count > 800)
    }

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

    /// The hashes of these names are equal.
    @Test
    func namesThatShareAHashAreToldApart() throws {
        let names = ["bvrekd", "azvqww", "bvrekd", "azvqww"]
        let table = RouteTable(
            try names.enumerated().map { .init(pattern: try RoutePattern("/\($0)/:\($1)"), value: $0) })
        for (number, name) in names.enumerated() {
            #expect(table.match("/\(number)/x")?.parameters == [name: "x"])
            #expect(table.match("/\(number)/x")?[name] == "x")
        }
        #expect(table.routes[0].names === table.routes[2].names)
        let mixed = RouteTable(
            try names.map { .init(pattern: try RoutePattern("/:{\($0)}(/:b)"), value: $0) })
        #expect(mixed.routes.map { $0.names?[1] } == names.map { [$0] })
    }
}
