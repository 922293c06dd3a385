import ShopKit

/// The condition that a bound value meets, and the change that makes it meet one.
package struct Check<Value: Sendable>: Sendable {
    let change: @Sendable (Value) -> Value
    let problem: @Sendable (Value) -> String?

    package init(
        change: @escaping @Sendable (Value) -> Value = { $0 },
        problem: @escaping @Sendable (Value) -> String? = { _ in nil }
    ) {
        self.change = change
        self.problem = problem
    }

    /// Any value.
    package static var any: Self { Self() }
}

extension Check<String> {
    /// Text of at most so many characters; what is longer is cut, in the model and in the field.
    package static func cut(to limit: Int) -> Self { Self(change: { $0.cut(to: limit) }) }
}

extension Check where Value: Comparable {
    /// A value of a range.
    package static func within(_ range: ClosedRange<Value>) -> Self {
        Self(problem: { range.contains($0) ? nil : "Between \(range.lowerBound) and \(range.upperBound), please." })
    }
}

/// Text that a field does not take, with the reason that the page shows.
package struct FieldProblem: Error, Equatable {
    package let sentence: String
}
