@testable import Routing

// A span cannot be part of an expectation.

extension PatternSegment {
    func takes(_ bytes: Bytes) -> Bool { matches(bytes.span) }
}

extension MixedSegment {
    func takes(_ bytes: Bytes) -> Bool { matches(bytes.span) }
}
