import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

@testable import storefront

/// The shop without a network: requests go to what the server calls, and answers are collected.
struct TestServer: Sendable {
    static let authority = "127.0.0.1:8080"

    struct Answer: Sendable {
        let status: Int
        let location: String?
        let text: String
        let headers: HTTPFields
    }

    /// Collects the body of an answer.
    private struct Collector: ResponseBodyWriter {
        final class Content: Sendable {
            let buffer = Mutex(ByteBuffer())
        }

        let content = Content()

        func write(_ buffer: ByteBuffer) async throws {
            content.buffer.withLock { all in
                var buffer = buffer
                all.writeBuffer(&buffer)
            }
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    var answering: Answering

    /// The value of `Host`.
    var host: String? = Self.authority

    /// The lines of the log.
    let log = Log()

    final class Log: Sendable {
        private let kept = Mutex<[String]>([])
        var lines: [String] { kept.withLock { $0 } }
        func add(_ line: String) { kept.withLock { $0.append(line) } }
    }

    init(_ storefront: Storefront) {
        answering = Answering(storefront: storefront) { [log] line in log.add(line) }
    }

    /// Returns the server as clients reach it that name another host.
    func at(_ host: String?) -> Self {
        var server = self
        server.host = host
        return server
    }

    /// Returns the server with another clock.
    func with(_ clock: any Clock<Duration>) -> Self {
        var server = self
        server.answering.clock = clock
        return server
    }

    func execute(
        _ path: String, _ method: HTTPRequest.Method, _ headers: HTTPFields, _ body: String?
    ) async throws -> Answer {
        let body = RequestBody(buffer: ByteBuffer(string: body ?? ""))
        return try await execute(path, method, headers, body)
    }

    func execute(
        _ path: String, _ method: HTTPRequest.Method, _ headers: HTTPFields, _ body: RequestBody
    ) async throws -> Answer {
        let head = HTTPRequest(
            method: method, scheme: "http", authority: host, path: path, headerFields: headers)
        let response = await answering.answer(Hummingbird.Request(head: head, body: body))
        let collector = Collector()
        try await response.body.write(collector)
        let text = collector.content.buffer.withLock { String(buffer: $0) }
        return Answer(
            status: Int(response.status.code), location: response.headers[.location], text: text,
            headers: response.headers)
    }
}
