/// What the value of a parameter has to look like, so that its route takes it.
///
/// A pattern names a type behind a second colon: `:id:Int`. Built in are ``int``, ``uint``, ``double``, ``bool`` and
/// ``uuid``, a range of whole numbers, `:{page:1...99}`, `:{page:1...}`, and a choice of words, `:{size:small|large}`.
/// Others are given together with the pattern:
///
/// ```swift
/// let sku = ParameterType("SKU") { SKU($0) != nil }
/// let pattern = try RoutePattern("/product/:id:SKU", types: [sku])
/// ```
///
/// A value of another form means "not this route"; it stays text all the same, and is converted when it is asked for.
public struct ParameterType: Sendable {
    /// The type as a pattern spells it: `Int`, `1...99`, `small|large`.
    public let name: String

    let test: Test

    /// Whether the type goes by a name; a range or a choice that stands in a pattern does not, and needs braces there.
    let isNamed: Bool

    /// How a value is tested.
    enum Test: Sendable {
        case int
        case uint
        case double
        case uuid
        case range(ClosedRange<Int>)
        case choice([[UInt8]])
        case custom(@Sendable (String) -> Bool)
    }

    init(name: String, test: Test, isNamed: Bool = true) {
        self.name = name
        self.test = test
        self.isNamed = isNamed
    }
}

extension ParameterType: Hashable {
    /// Whether both are spelled alike: of one name there is one type in a router.
    public static func == (left: Self, right: Self) -> Bool {
        // Bytes, since words of different normalisation are different words.
        left.isNamed == right.isNamed && left.name.utf8.elementsEqual(right.name.utf8)
    }

    /// Feeds the name to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(isNamed)
        for byte in name.utf8 { hasher.combine(byte) }
    }
}

extension ParameterType: CustomStringConvertible {
    /// The type as a pattern spells it.
    public var description: String { name }
}
