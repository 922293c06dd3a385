// swift-format-ignore-file
// The documentation of these is Foundation's.

@_exported import Darwin

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

public protocol DataProtocol: RandomAccessCollection where Element == UInt8 {}
extension Data: DataProtocol {}
extension Array: DataProtocol where Element == UInt8 {}
extension ArraySlice: DataProtocol where Element == UInt8 {}
extension ContiguousArray: DataProtocol where Element == UInt8 {}
extension Slice: DataProtocol where Base: DataProtocol {}
extension UnsafeRawBufferPointer: DataProtocol {}
extension UnsafeBufferPointer: DataProtocol where Element == UInt8 {}

@frozen public struct CGFloat: Sendable, Hashable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    public init(integerLiteral value: Int) {}
    public init(floatLiteral value: Double) {}
}

public struct URL: Sendable, Hashable, Codable {
    public init?(string: String) { nil }
    public init?(string: String, encodingInvalidCharacters: Bool) { nil }
    public static var applicationSupportDirectory: URL { fatalError() }
    public func appending(path: String) -> URL { self }
    public func deletingLastPathComponent() -> URL { self }
    public var absoluteString: String { "" }
    public var path: String { "" }
    public var isFileURL: Bool { false }
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

    public enum NonConformingFloatEncodingStrategy: Sendable {
        case `throw`
        case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy = .throw
    open func encode<Value: Encodable>(_ value: Value) throws -> Data { fatalError() }
}

open class JSONDecoder {
    public init() {}
    open var userInfo: [CodingUserInfoKey: any Sendable] { get { [:] } set {} }

    public enum NonConformingFloatDecodingStrategy: Sendable {
        case `throw`
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy = .throw
    open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError() }
}

// Files, for StateStorage.

extension String {
    public struct Encoding: Sendable, Hashable { public static let utf8 = Self() }
    public init?<Bytes: Sequence>(bytes: Bytes, encoding: Encoding) where Bytes.Element == UInt8 { nil }
}

public struct FileAttributeKey: Sendable, Hashable { public static let posixPermissions = Self() }

open class FileManager: @unchecked Sendable {
    public static let `default` = FileManager()
    open func createDirectory(
        at url: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    open func fileExists(atPath path: String) -> Bool { false }
}

open class FileHandle: @unchecked Sendable {
    public init(fileDescriptor: Int32, closeOnDealloc: Bool) {}
    open var fileDescriptor: Int32 { 0 }
    public func read(upToCount count: Int) throws -> Data? { nil }
    public func write<T: DataProtocol>(contentsOf data: T) throws {}
    open func truncate(atOffset offset: UInt64) throws {}
}

open class ProcessInfo: @unchecked Sendable {
    public static let processInfo = ProcessInfo()
    open var processIdentifier: Int32 { 0 }
    open var activeProcessorCount: Int { 1 }
}

open class Thread {
    open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
    public init() {}
    public convenience init(block: @escaping @Sendable () -> Void) { self.init() }
    open var stackSize: Int {
        get { 0 }
        set {}
    }
    open func start() {}
}

open class UserDefaults: @unchecked Sendable {
    public static let standard = UserDefaults()
    open func object(forKey name: String) -> Any? { nil }
    open func set(_ value: Any?, forKey name: String) {}
    open func removeObject(forKey name: String) {}
    open func synchronize() -> Bool { true }
}

// Activities, for links.

public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

open class NSUserActivity: Hashable {
    open var webpageURL: URL? { nil }
    public init() {}
    public static func == (left: NSUserActivity, right: NSUserActivity) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) {}
}

// The overlay of Darwin declares these in Swift: C's take a variable number of arguments, or are macros.

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt16) -> Int32 { 0 }
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { 0 }
public var S_IFMT: UInt16 { 0o170000 }
public var S_IFREG: UInt16 { 0o100000 }

extension JSONEncoder: @unchecked Sendable {}
extension JSONDecoder: @unchecked Sendable {}
