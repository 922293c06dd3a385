/// The place of an event in a trace that runs through several processes, as W3C Trace Context defines it.
///
/// A server continues the trace of the client that calls it, and hands its own place on in the requests that it makes:
///
/// ```swift
/// let received = request.headers["traceparent"].flatMap { TraceContext(traceparent: $0) }
/// try await Trace.shared.span("POST /cart", continuing: received) {
///     upstream.headers["traceparent"] = Trace.shared.context?.traceparent
///     try await send(upstream)
/// }
/// ```
public struct TraceContext: Sendable, Hashable {
    private let high: UInt64
    private let low: UInt64
    private let span: UInt64

    /// Whether the caller records the trace.
    public let isSampled: Bool

    init(high: UInt64, low: UInt64, span: UInt64, isSampled: Bool = true) {
        (self.high, self.low, self.span, self.isSampled) = (high, low, span, isSampled)
    }

    /// Reads the value of a `traceparent` header.
    ///
    /// `nil` unless it is valid: hexadecimal digits in lowercase, no identifier that is zero, and exactly four fields in
    /// version 00. Of later versions the first four fields are read. The header `tracestate` is not read.
    public init?(traceparent: String) {
        let bytes = Array(traceparent.utf8.prefix(57))
        func number(_ range: Range<Int>) -> UInt64? {
            var number: UInt64 = 0
            for byte in bytes[range] {
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(byte - UInt8(ascii: "0"))
                case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
                default: return nil
                }
            }
            return number
        }
        let dash = UInt8(ascii: "-")
        guard bytes.count >= 55, [2, 35, 52].allSatisfy({ bytes[$0] == dash }),
            let version = number(0..<2), version != 0xff,
            bytes.count == 55 || version > 0 && bytes[55] == dash,
            let high = number(3..<19), let low = number(19..<35), high | low != 0,
            let span = number(36..<52), span != 0, let flags = number(53..<55)
        else { return nil }
        self.init(high: high, low: low, span: span, isSampled: flags & 1 == 1)
    }

    /// The value of a `traceparent` header, version 00.
    public var traceparent: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

    /// The identifier of the whole trace, 32 hexadecimal digits.
    public var traceID: String { Self.digits(high) + Self.digits(low) }

    /// The identifier of the event in it, 16 hexadecimal digits.
    public var spanID: String { Self.digits(span) }

    /// The place of another event in the same trace.
    func child(_ span: UInt64) -> TraceContext {
        TraceContext(high: high, low: low, span: span, isSampled: isSampled)
    }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension Trace {
    /// The place of what happens now in the trace; `nil` outside of all events, and while the trace is off.
    public var context: TraceContext? { isOn ? cause?.context : nil }

    /// Records what a body does as an event of your own, the cause of all that happens in it.
    ///
    /// - Parameters:
    ///   - name: What the body does.
    ///   - context: What another process sent. The event belongs to that trace then, and the context is its detail.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: What to record. An error that it throws is the outcome.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    public func span<Result, Failure>(
        _ name: String, continuing context: TraceContext? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let subject = Subject(.span, of: name, at: SourceLocation(fileID: fileID, line: line))
        return try run(begin(subject, continuing: context), body)
    }

    /// Records what an asynchronous body does; see the synchronous form.
    public nonisolated(nonsending) func span<Result>(
        _ name: String, continuing context: TraceContext? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        let subject = Subject(.span, of: name, at: SourceLocation(fileID: fileID, line: line))
        return try await run(begin(subject, continuing: context), body)
    }
}

/// The identifiers of one trace, which those of other traces are not likely to have.
struct TraceIdentifiers: Sendable {
    private let trace = UInt64.random(in: 1 ... .max)
    private let events = UInt64.random(in: 1 ... .max)

    /// The place of an event: below its cause, or the first of a trace of its own.
    func context(of id: UInt64, below cause: TraceContext?) -> TraceContext {
        // A bijection, so that no two events have one identifier; no identifier is zero.
        var span = events &+ id &* 0x9e37_79b9_7f4a_7c15
        span = (span ^ span >> 30) &* 0xbf58_476d_1ce4_e5b9
        span = max(1, span ^ span >> 31)
        return cause?.child(span) ?? TraceContext(high: trace, low: span, span: span)
    }
}
