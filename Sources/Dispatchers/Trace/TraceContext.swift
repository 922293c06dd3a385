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
    /// The place of what is not recorded.
    static let none = TraceContext(high: 0, low: 0, span: 0)

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
        let known = Array("0123456789abcdef".utf8)
        func number(_ field: Substring, _ count: Int) -> UInt64? {
            let digits = field.utf8.compactMap { known.firstIndex(of: $0) }
            return field.utf8.count == count && digits.count == count ? digits.reduce(0) { $0 << 4 | UInt64($1) } : nil
        }
        let fields = traceparent.split(separator: "-", maxSplits: 4, omittingEmptySubsequences: false)
        guard fields.count >= 4, let version = number(fields[0], 2), version != 0xff,
            fields.count == 4 || version > 0,
            let high = number(fields[1].prefix(16), 16), let low = number(fields[1].dropFirst(16), 16), high | low != 0,
            let span = number(fields[2], 16), span != 0, let flags = number(fields[3], 2)
        else { return nil }
        self.init(high: high, low: low, span: span, isSampled: flags & 1 == 1)
    }

    /// The value of a `traceparent` header, version 00.
    public var traceparent: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

    /// The identifier of the whole trace, 32 hexadecimal digits.
    public var traceID: String { Self.digits(high) + Self.digits(low) }

    /// The identifier of the event in it, 16 hexadecimal digits.
    public var spanID: String { Self.digits(span) }

    /// The place of an event below this one.
    func child(_ span: UInt64) -> Self { Self(high: high, low: low, span: span, isSampled: isSampled) }

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
        let event = TraceEvent(.span, of: name, at: SourceLocation(fileID: fileID, line: line))
        return try run(begin(event, continuing: context), body)
    }

    /// Records what an asynchronous body does; see the synchronous form.
    public nonisolated(nonsending) func span<Result>(
        _ name: String, continuing context: TraceContext? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        let event = TraceEvent(.span, of: name, at: SourceLocation(fileID: fileID, line: line))
        return try await run(begin(event, continuing: context), body)
    }

    /// Runs a body as an event that has begun, the cause of all that happens in it, and ends that; an error that it throws is the
    /// outcome.
    ///
    /// What was left for later names its cause itself.
    package func run<Result, Failure: Error>(
        _ event: Cause?, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let event else { return try body() }
        // `withValue` does not say which error is thrown, so none is thrown through it.
        let result = Self.$current.withValue(event) { Swift.Result { () throws(Failure) in try body() } }
        switch result {
        case .success: end(event)
        case .failure(let error): end(event, .failed(TraceDetails.errors.text(of: [error])))
        }
        return try result.get()
    }

    /// Runs an asynchronous body as an event that has begun, and ends that.
    package nonisolated(nonsending) func run<Result>(
        _ event: Cause?, _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        guard let event else { return try await body() }
        do {
            let value = try await Self.with(event, isolation: #isolation, body)
            end(event)
            return value
        } catch {
            end(event, .failed(TraceDetails.errors.text(of: [error])))
            throw error
        }
    }

    /// Calls a body with an event as the current one.
    ///
    /// The closure captures the isolation: without that it would leave the actor of the caller.
    private static func with<Result>(
        _ event: Cause, isolation: isolated (any Actor)?, _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await $current.withValue(event) {
            _ = isolation
            return try await body()
        }
    }
}
