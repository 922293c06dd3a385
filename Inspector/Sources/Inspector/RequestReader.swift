/// The limits of what a client may send, and of the time in which it does.
struct RequestLimits: Sendable {
    /// The bytes of the request line: method, target and version.
    var line = 2_048

    /// The number of header fields.
    var fields = 64

    /// The bytes of all header fields.
    var head = 32_768

    /// The bytes of the body of a command.
    var body = largestBody
    static let largestBody = 65_536

    /// The time from the beginning of a connection until its request is complete.
    var requestTime = Duration.seconds(10)

    /// The time in which a client reads an answer, or the next part of a stream.
    var answerTime = Duration.seconds(60)

    /// The number of connections, each of which has a thread.
    var connections = 32

    /// The time until the next try where the system has no descriptor for a connection.
    var acceptPause = Duration.milliseconds(200)

    /// The time on a clock that never goes back.
    var now: @Sendable () -> Duration = {
        let start = ContinuousClock.now
        return { .now - start }
    }()
}

/// A request of one connection.
struct Request: Sendable, Equatable {
    var method = ""
    var path = ""
    var query = ""

    /// Header fields by their names in lowercase.
    var headers: [String: String] = [:]

    /// The value of `Content-Length`; `nil` without the field.
    ///
    /// A number that is too large for an integer is the largest one.
    var bodyLength: Int?
    var body: [UInt8] = []
}

/// A header field of an answer.
struct HeaderField: Sendable, Equatable {
    let name: String
    let value: String
}

/// The answer to a request that is refused.
struct Refusal: Error, Equatable {
    let status: Int
    let reason: String

    /// Header fields that only this answer has.
    var fields: [HeaderField] = []

    /// The refusal of a client that may ask again in a second.
    static func later(_ reason: String, status: Int) -> Refusal {
        Refusal(status: status, reason: reason, fields: [HeaderField(name: "Retry-After", value: "1")])
    }
}

/// Reads the one request of a connection from bytes that arrive in pieces of any size.
///
/// A pure value. It holds no more than its limits, and looks at each byte once. It takes the strict grammar of HTTP/1.1, as
/// browsers and `curl` write it. Everything else is refused and never repaired: another line end than CR LF, a repeated or
/// folded field, an absolute target, and a transfer coding.
struct RequestReader {
    private enum Part { case line, fields, body }

    private let limits: RequestLimits
    private let refusal: (Request) -> Refusal?
    private var part = Part.line
    private var line: [UInt8] = []
    private var fieldsSize = 0
    private var bodyLength = 0
    private var request = Request()

    /// The method; empty before the request line is complete.
    var method: String { request.method }

    /// A Boolean value that indicates whether no byte was taken.
    private(set) var isEmpty = true

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - limits: The limits.
    ///   - refusal: Decides by the head alone whether the request is refused. The body of a refused one is not read.
    init(limits: RequestLimits = RequestLimits(), refusal: @escaping (Request) -> Refusal? = { _ in nil }) {
        self.limits = limits
        self.refusal = refusal
    }

    /// Takes the bytes that have arrived.
    ///
    /// - Returns: The request, as soon as it is complete. Bytes behind it are left out.
    /// - Throws: The refusal, after which no byte may be given.
    mutating func take(_ bytes: some Sequence<UInt8>) throws(Refusal) -> Request? {
        for byte in bytes {
            isEmpty = false
            if part == .body {
                request.body.append(byte)
            } else {
                try takeHead(byte)
            }
            if part == .body, request.body.count == bodyLength { return request }
        }
        return nil
    }

    private mutating func takeHead(_ byte: UInt8) throws(Refusal) {
        if part == .fields { fieldsSize += 1 }
        guard fieldsSize <= limits.head else {
            throw Refusal(status: 431, reason: "header fields have at most \(limits.head) bytes")
        }
        guard byte == UInt8(ascii: "\n") else {
            // The line has at most its CR beyond the limit.
            guard part != .line || line.count <= limits.line else { throw longLine }
            line.append(byte)
            return
        }
        guard line.popLast() == UInt8(ascii: "\r") else { throw Refusal(status: 400, reason: "lines end with CR LF") }
        if part == .line {
            try readRequestLine()
            part = .fields
        } else if line.isEmpty {
            try endHead()
        } else {
            try readField()
        }
        line.removeAll(keepingCapacity: true)
    }

    private var longLine: Refusal {
        Refusal(status: 414, reason: "a request line has at most \(limits.line) bytes")
    }

    private mutating func readRequestLine() throws(Refusal) {
        guard line.count <= limits.line else { throw longLine }
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count == 3, Self.isToken(words[0]), words[1].allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw Refusal(status: 400, reason: "the request line is not “method /target HTTP/1.1”")
        }
        guard words[2].elementsEqual("HTTP/1.1".utf8) else {
            throw Refusal(status: 505, reason: "the version is not HTTP/1.1")
        }
        guard words[1].first == UInt8(ascii: "/") else {
            throw Refusal(status: 400, reason: "the target does not begin with a slash")
        }
        let target = words[1].split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        request.method = String(decoding: words[0], as: UTF8.self)
        request.path = String(decoding: target[0], as: UTF8.self)
        request.query = target.count == 2 ? String(decoding: target[1], as: UTF8.self) : ""
    }

    private mutating func readField() throws(Refusal) {
        guard request.headers.count < limits.fields else {
            throw Refusal(status: 431, reason: "there are at most \(limits.fields) header fields")
        }
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, Self.isToken(parts[0]), parts[1].allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 })
        else {
            throw Refusal(status: 400, reason: "a header field is not “name: value”")
        }
        let name = String(decoding: parts[0], as: UTF8.self).lowercased()
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let value = parts[1].drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        guard request.headers.updateValue(String(decoding: Array(value), as: UTF8.self), forKey: name) == nil else {
            throw Refusal(status: 400, reason: "the header field \(name) is repeated")
        }
    }

    /// Decides about the request by its head.
    ///
    /// The form of the body comes first, so one mistake has one answer whatever else the head says.
    private mutating func endHead() throws(Refusal) {
        request.bodyLength = try announcedLength()
        if let refusal = refusal(request) { throw refusal }
        bodyLength = request.bodyLength ?? 0
        guard bodyLength <= limits.body else {
            throw Refusal(status: 413, reason: "a body has at most \(limits.body) bytes")
        }
        part = .body
    }

    /// Reads the fields that announce a body, as RFC 9112, 6.3 orders: a transfer coding is not supported, whatever else is
    /// announced, and a length is digits and nothing else (RFC 9110, 8.6).
    ///
    /// - Returns: The length; `nil` without the field.
    private func announcedLength() throws(Refusal) -> Int? {
        if request.headers["transfer-encoding"] != nil {
            throw Refusal(status: 501, reason: "a body is sent with Content-Length, and without Transfer-Encoding")
        }
        guard let text = request.headers["content-length"] else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw Refusal(status: 400, reason: "Content-Length is one number of digits, without a sign or a list")
        }
        return Int(text) ?? .max
    }

    /// Returns whether bytes are a token: the name of a method or of a field.
    private static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
