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
        (":a:Int.json", ":b.json", false), (":a:Double.json", ":b:Int.json", true), (":a.json", ":{b:x}", false),
        (":a.json", ":{b:x.json|y.json}", true), (":{a}-x:{b}", ":{a}-x-x:{b}", true), (":a...:b", ":a....:b", true),
        (":a:UUID", ":b:Int", false),
    ])
    func oneCoversTheOther(one: String, other: String, isCovered: Bool) throws {
        #expect(try Self.segment(one).covers(Self.segment(other)) == isCovered)
    }

    /// Two mixed segments that share text share an example only if one of them takes a sample of the other.
    @Test(arguments: [
        ("a", "a", true), ("a", "b", false), (":a", "x", true), (":a", "*", true), (":a:Int", ":b", true),
        (":a:Int", ":b:Bool", false), (":a:Int", ":b:Double", true), (":a:UUID", ":b", true),
        (":a:UUID", ":b:Int", false),
        (":{a:1...9}", ":{b:9...20}", true), (":{a:1...9}", ":{b:10...20}", false), (":{a:x|y}", ":{b:y|z}", true),
        (":{a:x|y}", ":{b:z}", false), (":{a:5|x}", ":b:Int", true), (":{a:.|%2E.}", ":b", false),
        (":a.json", ":b", true), (":a.json", ":b.xml", false), (":a.json", "v:b", false), (":a-:b", ":c.:d", false),
        (":a:Int.json", ":b.json", true), (":a:UUID.json", ":b.json", true), (":{a:Int}-x:{b}", ":c:UUID", false),
        ("v:{a:Int}", ":b.:c", false), ("v:{a:Double}", ":b.:c", true), ("v:{a:Int}", ":{b}-:c", true),
        ("a:{x}", ":{y}b", true), ("ab:{x}", ":{y}bc", true), ("a:{x}a", ":{y}aba", true),
        (":{a:x|y}.z", ":{b:y.z|w}", true),
        ("é:x", ":y:Int", false),
    ])
    func anExampleIsTakenByBoth(one: String, other: String, isFound: Bool) throws {
        let first = try Self.segment(one)
        let second = try Self.segment(other)
        for example in [first.example(sharedWith: second), second.example(sharedWith: first)] {
            #expect((example != nil) == isFound)
            guard let example else { continue }
            #expect(first.takes(example) && second.takes(example))
        }
    }

    @Test
    func theSearchForAnExampleIsBounded() throws {
        let one = try Self.segment(":{a:UUID}" + String(repeating: "ab", count: 3000) + ":{b}")
        let other = try Self.segment(":{c}" + String(repeating: "ba", count: 3000) + "b:{d:UUID}")
        #expect(one.example(sharedWith: other) == nil)
        #expect(!one.covers(other))
    }

    /// What covers takes all, and what has nothing in common says so only if it is true.
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
            let (one, other) = (try segment(), try segment())
            let covers = one.covers(other)
            for candidate in (0..<40).map({ _ in Bytes(text().utf8) }) where other.takes(candidate) {
                #expect(!covers || one.takes(candidate), "\(one) covers \(other)")
            }
            if covers, let example = other.example(sharedWith: other) { #expect(one.takes(example)) }
        }
    }
}
