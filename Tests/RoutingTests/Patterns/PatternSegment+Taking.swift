@testable import Routing

// A span cannot stand in an expectation.

extension PatternSegment {
    func takes(_ bytes: [UInt8]) -> Bool { matches(bytes.span) }
}

extension MixedSegment {
    func takes(_ bytes: [UInt8]) -> Bool { matches(bytes.span) }
}
