import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

private let platformSend = send

/// A connection to a server on this machine, on which any bytes are sent.
final class RawClient: Sendable {
    struct Failure: Error {}

    private let descriptor: Int32

    /// A closed connection is an error, and no signal.
    #if canImport(Glibc)
        private let noSignal = Int32(MSG_NOSIGNAL)
    #else
        private let noSignal: Int32 = 0
    #endif

    /// Connects.
    ///
    /// - Parameters:
    ///   - host: An IPv4 address of this machine.
    ///   - port: The port.
    ///   - receiveBuffer: The number of bytes that the system takes before they are read; that of the system by default.
    /// - Throws: A `Failure` if nothing listens there.
    init(host: String = "127.0.0.1", port: UInt16, receiveBuffer: Int32? = nil) throws {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        if status != 0 { throw Failure() }
    }

    deinit { close(descriptor) }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { platformSend(descriptor, $0.baseAddress, $0.count, noSignal) }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Says that nothing more is sent.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads until a text has come, or the server has closed the connection.
    func read(until end: String = RawClient.never) async -> String {
        await withCheckedContinuation { continuation in
            // A thread of its own: reading blocks.
            Thread.detachNewThread { [self] in continuation.resume(returning: blockingRead(until: end)) }
        }
    }

    /// Reads as `read(until:)` does, and blocks the thread.
    func blockingRead(until end: String = RawClient.never) -> String {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count <= 0 { break }
            received += buffer[..<count]
            // Only what is new is searched: a stream may have many megabytes.
            let tail = received.suffix(count + end.utf8.count)
            if String(decoding: tail, as: UTF8.self).contains(end) { break }
        }
        return String(decoding: received, as: UTF8.self)
    }

    /// A text that no answer has.
    static let never = "\u{0}never"

    /// Ends a read with an empty result where the server sends nothing for so long.
    func limitReads(toSeconds seconds: Int) {
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Sends one request, and returns the whole answer.
    static func answer(
        to method: String, _ path: String, at port: UInt16, _ headers: [String: String] = [:], body: String = ""
    ) async throws -> Answer {
        let client = try send(method, path, to: port, headers, body: body)
        return Answer(await client.read())
    }

    /// Sends a request with a token, and blocks the thread until the answer has come, for five seconds at most.
    static func blockingAnswer(to path: String, at port: UInt16, _ token: String) throws -> Answer {
        let client = try send("GET", path, to: port, ["X-Signalbox-Token": token])
        client.limitReads(toSeconds: 5)
        return Answer(client.blockingRead())
    }

    private static func send(
        _ method: String, _ path: String, to port: UInt16, _ headers: [String: String], body: String = ""
    ) throws -> RawClient {
        let client = try RawClient(port: port)
        var lines = ["\(method) \(path) HTTP/1.1"]
        var all = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
        if method == "POST" { all["Content-Length"] = "\(body.utf8.count)" }
        all.merge(headers) { $1 }
        for (name, value) in all.sorted(by: { $0.key < $1.key }) where value != "-" {
            lines.append("\(name): \(value)")
        }
        client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
        return client
    }
}

/// The answer of a server.
struct Answer: Sendable {
    let status: Int
    let headers: [String: String]
    let body: String

    init(_ text: String) {
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = parts[0].split(separator: "\r\n")
        status = lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let pair = line.split(separator: ":", maxSplits: 1)
            if pair.count == 2 { headers[pair[0].lowercased()] = pair[1].trimmingCharacters(in: .whitespaces) }
        }
        self.headers = headers
        body = parts.count == 2 ? String(parts[1]) : ""
    }
}
