// swift-format-ignore-file
// The documentation of these is Foundation's.

// What the sources use of Foundation, with the availability that Apple's SDK gives it. Only compiled.

public struct Data: Sendable, Hashable, RandomAccessCollection, MutableCollection {
    public init() { fatalError() }
    public init<Bytes: Sequence>(_ bytes: Bytes) where Bytes.Element == UInt8 { fatalError() }
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(index: Int) -> UInt8 {
        get { 0 }
        set {}
    }
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        fatalError()
    }
}

public struct URL: Sendable, Hashable, Codable {
    public init?(string: String) { nil }
    public init?(string: String, encodingInvalidCharacters: Bool) { nil }
    public var absoluteString: String { "" }
    public var path: String { "" }
    public init(from decoder: any Decoder) throws { fatalError() }
    public func encode(to encoder: any Encoder) throws {}
}

public struct UUID: Sendable, Hashable, Codable {
    public init() {}
    public init?(uuidString: String) { nil }
    public var uuidString: String { "" }
    public init(from decoder: any Decoder) throws { fatalError() }
    public func encode(to encoder: any Encoder) throws {}
}

public struct Locale: Sendable, Hashable {
    public init(identifier: String) {}
}

public struct Decimal: Sendable, Hashable, CustomStringConvertible {
    public init?(string: String, locale: Locale? = nil) { nil }
    public var description: String { "" }
    public var isFinite: Bool { true }
    public var isNaN: Bool { false }
    public var isZero: Bool { false }
}

public typealias TimeInterval = Double

public protocol ParseStrategy {
    associatedtype ParseInput
    associatedtype ParseOutput
    func parse(_ value: ParseInput) throws -> ParseOutput
}

public protocol FormatStyle {
    associatedtype FormatInput
    associatedtype FormatOutput
    func format(_ value: FormatInput) -> FormatOutput
}

public struct Date: Sendable, Hashable, Comparable, Codable {
    public init() {}
    public init(timeIntervalSinceReferenceDate: TimeInterval) {}
    public init<Strategy: ParseStrategy>(_ value: Strategy.ParseInput, strategy: Strategy) throws
    where Strategy.ParseOutput == Date { fatalError() }
    public var timeIntervalSinceReferenceDate: TimeInterval { 0 }
    public var timeIntervalSince1970: TimeInterval { 0 }
    public func addingTimeInterval(_ interval: TimeInterval) -> Date { self }
    public func formatted<Style: FormatStyle>(_ style: Style) -> Style.FormatOutput where Style.FormatInput == Date {
        style.format(self)
    }
    public static func < (first: Date, second: Date) -> Bool { false }
    public init(from decoder: any Decoder) throws { fatalError() }
    public func encode(to encoder: any Encoder) throws {}

    public struct ISO8601FormatStyle: Sendable, Hashable, FormatStyle, ParseStrategy {
        public init(includingFractionalSeconds: Bool = false) {}
        public func year() -> Self { self }
        public func month() -> Self { self }
        public func day() -> Self { self }
        public func format(_ value: Date) -> String { "" }
        public func parse(_ value: String) throws -> Date { fatalError() }
    }
}

extension FormatStyle where Self == Date.ISO8601FormatStyle { public static var iso8601: Self { .init() } }
extension ParseStrategy where Self == Date.ISO8601FormatStyle { public static var iso8601: Self { .init() } }

open class JSONEncoder {
    public struct OutputFormatting: OptionSet, Sendable {
        public static let sortedKeys = Self(rawValue: 1)
        public static let prettyPrinted = Self(rawValue: 2)
        public static let withoutEscapingSlashes = Self(rawValue: 4)
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    public init() {}
    open var outputFormatting: OutputFormatting = []
    open func encode<Value: Encodable>(_ value: Value) throws -> Data { fatalError() }
}

open class JSONDecoder {
    public init() {}
    open var userInfo: [CodingUserInfoKey: any Sendable] { get { [:] } set {} }
    open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError() }
}
