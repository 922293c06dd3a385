import Testing

@testable import Routing

struct RouteTreeTests {
    /// All spellings of one word in capital and small letters, each a sibling of the others.
    @Test
    func siblingsThatDifferOnlyInCaseDoNotCollide() throws {
        let spellings = (0..<1024).map { number in
            String((0..<10).map { bit in number >> bit & 1 == 0 ? "a" : "A" })
        }
        let hashes = spellings.map { spelling in
            let bytes = Array(spelling.utf8)
            return LiteralSegment(in: bytes.span, from: 0, length: bytes.count).hash(below: 1, bytes.span)
        }
        #expect(Set(hashes.map { LiteralSegment.place(of: $0, 20) }).count > 800)
    }
}
