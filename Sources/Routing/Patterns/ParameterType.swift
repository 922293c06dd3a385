/// A type of a parameter, which says what values match.
///
/// A pattern names a type after a second colon: `:id:Int`. Built in are `Int`, `UInt`, a finite decimal `Double`, `Bool`, `UUID` with
/// its hyphens, a range of whole numbers, `:{page:1...99}`, `:{page:1...}`, and a choice of words, `:{size:small|large}`. Pass other
/// types with the pattern:
///
/// ```swift
/// let sku = ParameterType("SKU") { SKU($0) != nil }
/// let pattern = try RoutePattern("/product/:id:SKU", types: [sku])
/// ```
///
/// If a value does not match, the route does not match. The value of a match is text, and is converted when you read
/// it.
public final class ParameterType: Sendable {
    /// The type as it is written in a pattern: `Int`, `1...99`, `small|large`.
    public let name: String

    let test: Test

    /// A Boolean value that indicates whether the type has a name; a range or a choice in a pattern does not, and needs
    /// braces there.
    let isNamed: Bool

    /// The test of a value.
    enum Test: Sendable {
        case double
        case uuid
        /// Whole numbers: those of `Int`, of `UInt`, or in a range that a pattern has.
        case range(ClosedRange<Int128>)
        case choice([Bytes])
        case custom(@Sendable (String) -> Bool)
    }

    init(name: String, test: Test, isNamed: Bool = true) {
        self.name = name
        self.test = test
        self.isNamed = isNamed
    }

    /// Creates a type whose values a closure accepts.
    ///
    /// - Parameters:
    ///   - name: The name in patterns: letters, digits and underscores of ASCII, not beginning with a digit, and
    ///     not the name of a built-in type.
    ///   - accepts: Returns `true` if a decoded value that is not empty is of the type. It runs during a lookup, on
    ///     any thread and possibly several times for one URL, so it must be fast and always return the same.
    public convenience init(_ name: String, accepts: @escaping @Sendable (_ value: String) -> Bool) {
        let isName = name.withSpan { $0.endOfName(from: 0) == $0.count }
        precondition(
            isName && !name.isEmpty && !Self.builtIn.contains { $0.name == name },
            "A parameter type needs a name that a pattern can spell and that is not built in, not “\(name)”.")
        self.init(name: name, test: .custom(accepts))
    }
}

extension ParameterType: Hashable {
    /// Returns whether both have the same spelling; a router has one type for each name.
    public static func == (left: ParameterType, right: ParameterType) -> Bool {
        // By bytes: words of other normalization are other words.
        left.isNamed == right.isNamed && left.name.hasSameBytes(as: right.name)
    }

    /// Feeds the name to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(isNamed)
        hasher.combine(name.bytes)
    }
}

extension ParameterType {
    /// `Int`: a string that `Int(text)` accepts.
    static let int = ParameterType(name: "Int", test: .range(Int128(Int.min)...Int128(Int.max)))

    /// `UInt`: a string that `UInt(text)` accepts.
    static let uint = ParameterType(name: "UInt", test: .range(0...Int128(UInt.max)))

    /// `Double`: a finite decimal number, as `-1.5e3`.
    static let double = ParameterType(name: "Double", test: .double)

    /// `Bool`: `true` or `false`.
    static let bool = ParameterType(name: "Bool", test: .choice(["true".bytes, "false".bytes]))

    /// `UUID`: 32 hexadecimal digits with hyphens, grouped by 8, 4, 4, 4 and 12.
    static let uuid = ParameterType(name: "UUID", test: .uuid)

    /// The types that every pattern knows.
    static let builtIn: [ParameterType] = [.int, .uint, .double, .bool, .uuid]

    static func range(_ range: ClosedRange<Int>) -> ParameterType {
        let lower = range.lowerBound == .min && range.upperBound < .max ? "" : "\(range.lowerBound)"
        let upper = range.upperBound == .max ? "" : "\(range.upperBound)"
        let numbers = Int128(range.lowerBound)...Int128(range.upperBound)
        return ParameterType(name: lower + "..." + upper, test: .range(numbers), isNamed: false)
    }

    static func choice(_ words: [Bytes]) -> ParameterType {
        var name: Bytes = []
        for byte in words.map(\.spelling).joined(separator: "|").bytes {
            // Two dots would be a range.
            let isRange = byte == UInt8(ascii: ".") && name.last == byte
            if isRange { name.removeLast() }
            name += isRange ? "%2E%2E".bytes : [byte]
        }
        return ParameterType(name: name.span.text, test: .choice(words), isNamed: false)
    }
}

extension ParameterType {
    /// Returns whether a decoded text is of the type.
    ///
    /// Linear in the text. Allocates nothing for up to 15 bytes, but for `Double` and custom types.
    func accepts(_ decoded: Span<UInt8>) -> Bool {
        switch test {
        case .double: FieldText.value(of: Double.self, from: decoded.text) != nil
        case .uuid: decoded.isUUID
        case .range(let range): if let number = decoded.wholeNumber { range.contains(number) } else { false }
        case .choice(let words): words.contains { decoded.equals($0.span) }
        case .custom(let accepts): accepts(decoded.text)
        }
    }

    /// Returns whether a decoded text is of the type.
    func accepts(_ text: String) -> Bool { text.withSpan { accepts($0) } }
}

extension Span<UInt8> {
    /// A Boolean value that indicates whether the text is a UUID as it is usually written.
    var isUUID: Bool {
        guard count == 36 else { return false }
        for index in indices {
            let isHyphen = [8, 13, 18, 23].contains(index)
            guard isHyphen ? self[index] == UInt8(ascii: "-") : self[index].hexadecimalValue != nil else {
                return false
            }
        }
        return true
    }
}
