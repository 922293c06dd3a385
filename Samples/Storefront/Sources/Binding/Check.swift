package import ShopKit

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
    /// Text that can be read, of at most so many characters; what is longer is cut, in the model and in the field.
    package static func text(upTo limit: Int) -> Self {
        Self(change: { $0.cut(to: limit) }, problem: { ReadableText.problem(in: $0) })
    }
}

extension Check<PostalCode> {
    /// A code of at most five digits that is not zero, or none yet.
    package static var postalCode: Check<PostalCode> {
        Self(problem: { code in code.isEmpty || (1...99_999).contains(code) ? nil : "Between 1 and 99999, please." })
    }
}

extension Check where Value: Comparable {
    /// A value of a range.
    package static func within(_ range: ClosedRange<Value>) -> Self {
        Self(problem: { range.contains($0) ? nil : "Between \(range.lowerBound) and \(range.upperBound), please." })
    }
}

extension Check where Value: LosslessStringConvertible {
    /// Reads a text.
    ///
    /// - Throws: A `FieldProblem` if the text is no value, or one that does not meet the condition.
    func value(of text: String) throws -> Value {
        let text = Value.self == String.self ? text : text.trimmingSpaces
        guard let value = Self.read(text) else {
            throw FieldProblem(sentence: "“\(text.cut(to: 40))” is no \(Self.noun).")
        }
        if let sentence = problem(value) { throw FieldProblem(sentence: sentence) }
        return change(value)
    }

    /// Reads a text, or a number with a decimal comma.
    private static func read(_ text: String) -> Value? {
        if Value.self == String.self { return Value(text) }
        // A number may have hexadecimal digits, which no form expects.
        if text.contains(where: { "xX".contains($0) }) { return nil }
        return Value(text.replacing(",", with: "."))
    }

    private static var noun: String { Value.self is any WholeNumber.Type ? "whole number" : "number" }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let rest = drop { $0.isWhitespace }
        let spaces = rest.reversed().prefix { $0.isWhitespace }
        return String(rest.dropLast(spaces.count))
    }
}

/// Text that a field does not take, with the reason that the page shows.
package struct FieldProblem: Error, Equatable {
    package let sentence: String
}
