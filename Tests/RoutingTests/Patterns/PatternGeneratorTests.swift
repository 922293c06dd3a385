import Testing

@testable import Routing

struct PatternGeneratorTests {
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func everyGeneratedPatternPrintsItselfBack(seed: UInt64) throws {
        var generator = PatternGenerator(seed: seed)
        for _ in 0..<150 {
            let text = generator.pattern()
            let pattern = try RoutePattern(text)
            let again = try RoutePattern(pattern.description)
            #expect(again == pattern)
            #expect(again.description == pattern.description)
            #expect(again.parameters == pattern.parameters)
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func everyMutationIsParsedOrRefused(seed: UInt64) throws {
        var generator = PatternGenerator(seed: seed)
        for _ in 0..<250 {
            let text = generator.mutation(of: generator.pattern())
            switch Result(catching: { () throws(RoutePatternError) in try RoutePattern(text) }) {
            case .success(let pattern):
                #expect(try RoutePattern(pattern.description) == pattern)
            case .failure(let error):
                #expect((0...text.utf8.count).contains(error.offset))
                #expect(!error.description.isEmpty)
            }
        }
    }
}
