// swift-format-ignore-file
// What the sources use of os, with the availability that Apple's SDK gives it. Only compiled.

public struct OSLogPrivacy: Sendable {
    public static var `public`: Self { Self() }
    public static var `private`: Self { Self() }
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ text: String) {}
        public mutating func appendInterpolation(_ text: @autoclosure @escaping () -> String, privacy: OSLogPrivacy) {}
    }

    public init(stringLiteral: String) {}
    public init(stringInterpolation: StringInterpolation) {}
}

@available(macOS 11.0, iOS 14.0, watchOS 7.0, tvOS 14.0, *)
public struct Logger: Sendable {
    public init(subsystem: String, category: String) {}
    public func error(_ message: OSLogMessage) {}
}
