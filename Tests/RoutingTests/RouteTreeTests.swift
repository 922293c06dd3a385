import Testing

@testable import Routing

struct RouteTreeTests {
    /// All spellings of one word in capital and small letters, each a sibling of the others.
    @Test
    func siblingsThatDifferOnlyInCaseDoNotCollide() throws {
        let spellings = (0..<1024).map { number in
            String((0..<10).map { bit in number >> bit & 1 == 0 ? "a" : "A" })
        }
        var tree = RouteTree()
        for (number, spelling) in spellings.enumerated() {
            tree.insert(try RoutePattern("/x/\(spelling)"), priority: 0, route: number)
        }
        let hashes = Set(spellings.map { LiteralKey(below: 1, Array($0.utf8)).hash >> 52 })
        #expect(hashes.count > 800)
    }
}
