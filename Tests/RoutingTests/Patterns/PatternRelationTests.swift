import Testing

@testable import Routing

struct PatternRelationTests {
    private static func segment(_ text: String) throws -> PatternSegment { try MixedSegmentTests.segment(text) }

    @Test(arguments: [
        (":a", ":{b}", true), (":a:Int", ":b:Int", true), (":a:Int", ":b", false), (":a.json", ":b.json", true),
        (":a.json", ":b.xml", false), (":a:Int.x", ":b:UInt.x", false), ("*", "*rest", true), ("a", "%61", true),
        (":{a:1...9}", ":{b:01...9}", true), (":{a:x|y}", ":{a:y|x}", false),
    ])
    func aShapeIsWhatIsLeftWithoutNames(one: String, other: String, isSame: Bool) throws {
        #expect(
            try (Self.segment(one).shape(ignoringCase: false) == Self.segment(other).shape(ignoringCase: false))
                == isSame)
    }

    @Test(arguments: [
        ("*", "a", true), ("*", ":a", true), (":a", "*", true), (":a", "x", true), (":a", ":b:Int", true),
        (":a", ":b.json", true), (":a:Int", "*", false), (":a:Int", ":b", false), (":a:Int", "7", true),
        (":a:Int", "x", false), (":a:Int", ":{b:1...9}", true), (":a:Double", ":b:Int", true),
        (":a:Double", ":b:UInt", true), (":a:Int", ":b:UInt", false), (":a:UInt", ":{b:0...}", true),
        (":a:UInt", ":{b:-1...}", false), (":{a:1...9}", ":{b:2...8}", true), (":{a:1...9}", ":{b:2...}", false),
        (":{a:x|y}", ":{b:x}", true), (":{a:x}", ":{b:x|y}", false), (":a:Int", ":{b:1|2}", true),
        ("x", ":{b:x}", true),
        ("x", ":{b:x|y}", false), ("x", "x", true), ("x", "y", false), ("x", ":a", false),
        (":a.json", "x.json", true), (":a.json", ".json", false), (":a.json", ":a.:b.json", true),
        (":a.:b", ":a.json", true), (":a.json", ":a.:b", false), (":a.json", ":b:Int.json", true),
        (":a:Int.json", ":b.json", false), (":a:Int.json", ":a:Int.json", true), (":a.json", ":{b:x}", false),
        (":a.json", ":{b:x.json|y.json}", true), (":{a}-x:{b}", ":{a}-x-x:{b}", true), (":a...:b", ":a....:b", true),
        (":a:UUID", ":b:Int", false),
    ])
    func oneCoversTheOther(one: String, other: String, isCovered: Bool) throws {
        #expect(try Self.segment(one).covers(Self.segment(other)) == isCovered)
    }

    /// The relations of routes with these segments: typed ones, and mixed ones with as much literal text.
    @Test(
        arguments: [
            (":a:Int", ":b:Bool", nil), (":a:Int", ":b:Double", "1"), (":a:UUID", ":b:Int", nil),
            (":{a:1...9}", ":{b:9...20}", "9"), (":{a:1...9}", ":{b:10...20}", nil), (":{a:x|y}", ":{b:y|z}", "y"),
            (":{a:x|y}", ":{b:z}", nil), (":{a:5|x}", ":b:Int", "5"), (":{a:.|%2E.}", ":{b:.|%2E.|x}", nil),
            (":a.json", ":b.html", nil), (":a.json", "v.css:b", "v.cssa.json"), (":a-:b", ":c.:d", "a-a.a"),
            (":a:Int.json", ":b.json", "1.json"),
            (":a:UUID.json", ":b.json", "00000000-0000-0000-0000-000000000000.json"),
            ("v:{a:Int}", ":b.:c", nil), ("v:{a:Double}", ":b.:c", "v1.5"), ("a:{x}", ":{y}b", "ab"),
            ("ab:{x}", ":{y}bc", "abc"), ("a:{x}a", ":{y}aa", "aaa"),
        ] as [(String, String, String?)])
    func aWitnessHasATextThatBothTake(one: String, other: String, text: String?) throws {
        for patterns in [[one, other], [other, one]] {
            let table = RouteTable(try patterns.map { .init(pattern: try RoutePattern("/" + $0), value: $0) })
            let conflict = table.conflicts.first
            #expect((conflict?.kind == .ambiguous) == (text != nil), "\(patterns)")
            let witness = try conflict?.witness.map { try #require($0.split(separator: "/").last) }
            if let witness { #expect(try Self.segment(one).takes(Bytes(witness.utf8))) }
            if let witness { #expect(try Self.segment(other).takes(Bytes(witness.utf8))) }
        }
    }

    @Test
    func theSearchForAWitnessIsBounded() throws {
        let one = ":{a:UUID}" + String(repeating: "ab", count: 32) + ":{b}"
        let other = ":{c}" + String(repeating: "ba", count: 32) + ":{d:UUID}"
        let table = RouteTable(try [one, other].map { .init(pattern: try RoutePattern("/" + $0), value: $0) })
        #expect(table.conflicts.isEmpty)
        #expect(try !Self.segment(one).covers(Self.segment(other)))
    }

    /// A pattern that covers another takes all its paths, and disjoint patterns share none.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func relationsHoldForRandomTexts(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = ["a", "b", "ab", ".", "-1", "2"]
        func text() -> String {
            (0..<Int.random(in: 1...4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        }
        func segment() throws -> PatternSegment {
            let types = ["", ":Int", ":a|b", ":1...3"]
            let type = { types.randomElement(using: &random) ?? "" }
            let forms = [
                ":{x\(type())}", ":{x\(type())}\(text())", "\(text()):{x\(type())}", ":{x}\(text()):{y\(type())}",
            ]
            return try Self.segment(forms.randomElement(using: &random) ?? "a")
        }
        for _ in 0..<150 {
            let one = try segment()
            let other = try segment()
            let covers = one.covers(other)
            for candidate in (0..<40).map({ _ in Bytes(text().utf8) }) where other.takes(candidate) {
                #expect(!covers || one.takes(candidate), "\(one) covers \(other)")
            }
            if covers { #expect(other.examples.allSatisfy { !other.takes($0) || one.takes($0) }) }
        }
    }
}
