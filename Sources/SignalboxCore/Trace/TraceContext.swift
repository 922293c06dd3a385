/// The identity of an event in a trace that runs through several processes, as W3C Trace Context defines it.
///
/// A server continues the trace of the client that calls it, and sends its own context with the requests that it makes:
///
/// ```swift
/// let received = request.headers["traceparent"].flatMap { TraceContext(traceparent: $0) }
/// try await Trace.shared.span("POST /cart", continuing: received) {
///     upstream.headers["traceparent"] = Trace.shared.context?.traceparent
///     try await send(upstream)
/// }
/// ```
public struct TraceContext: Sendable, Hashable {
    /// The context of an event that is not recorded.
    static let none = TraceContext(high: 0, low: 0, span: 0)

    private let high: UInt64
    private let low: UInt64
    private let span: UInt64

    /// The flags: 1 if the caller records the trace, and 2 if the identifier of the trace is random.
    private let flags: UInt8

    init(high: UInt64, low: UInt64, span: UInt64, flags: UInt8 = 1) {
        self.high = high
        self.low = low
        self.span = span
        self.flags = flags
    }

    /// A Boolean value that indicates whether the caller records the trace.
    public var isSampled: Bool { flags & 1 == 1 }

    /// Reads the value of a `traceparent` header.
    ///
    /// `nil` unless it is valid: hexadecimal digits in lowercase, no identifier that is zero, and exactly four fields in
    /// version 00. Of later versions the first four fields are read. Spaces and tabs around the value are ignored. The header `tracestate`
    /// is not read.
    ///
    /// The context keeps two flags, which `traceparent` writes again: that the trace is recorded, and that its identifier is random. Of
    /// a later version, it keeps the first.
    public init?(traceparent: String) {
        let fields = Self.trimmed(traceparent).split(separator: "-", maxSplits: 4, omittingEmptySubsequences: false)
        guard fields.count >= 4, let version = Self.number(fields[0], digits: 2), version != 0xff else { return nil }
        guard fields.count == 4 || version > 0 else { return nil }
        guard let high = Self.number(fields[1].prefix(16), digits: 16),
            let low = Self.number(fields[1].dropFirst(16), digits: 16),
            let span = Self.number(fields[2], digits: 16),
            let flags = Self.number(fields[3], digits: 2)
        else { return nil }
        guard high | low != 0, span != 0 else { return nil }
        self.init(high: high, low: low, span: span, flags: UInt8(flags) & (version == 0 ? 3 : 1))
    }

    private static func trimmed(_ text: String) -> Substring {
        var text = text[...]
        while text.utf8.first == 0x20 || text.utf8.first == 0x09 { text = text.dropFirst() }
        while text.utf8.last == 0x20 || text.utf8.last == 0x09 { text = text.dropLast() }
        return text
    }

    /// Reads a number of so many hexadecimal digits in lowercase.
    private static func number(_ field: Substring, digits count: Int) -> UInt64? {
        guard field.utf8.count == count else { return nil }
        var number: UInt64 = 0
        for byte in field.utf8 {
            guard let digit = hexadecimalDigits.firstIndex(of: byte) else { return nil }
            number = number << 4 | UInt64(digit)
        }
        return number
    }

    private static let hexadecimalDigits = Array("0123456789abcdef".utf8)

    /// The value of a `traceparent` header, version 00.
    public var traceparent: String { "00-\(traceID)-\(spanID)-0\(flags)" }

    /// The identifier of the whole trace, 32 hexadecimal digits.
    public var traceID: String { Self.digits(high) + Self.digits(low) }

    /// The identifier of the event in it, 16 hexadecimal digits.
    public var spanID: String { Self.digits(span) }

    /// The context of an event below this one.
    func child(_ span: UInt64) -> Self { Self(high: high, low: low, span: span, flags: flags) }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
