import FlyingSocks
import Foundation

/// A connection of a client, which has one request and one answer.
///
/// Its methods block. A connection has a thread of its own, so a client that is slow takes no thread of the app.
struct Connection: Sendable {
    /// The client has closed the connection, or the time is over.
    private struct End: Error {}

    let socket: Socket
    let limits: RequestLimits

    /// Prepares an accepted socket.
    init(_ socket: Socket, limits: RequestLimits) throws {
        self.socket = socket
        self.limits = limits
        try socket.setFlags(.nonBlocking)
        try socket.preventSignals()
    }

    /// Reads the request, and writes the answer.
    ///
    /// - Parameters:
    ///   - refusal: Decides by the head whether a request is refused.
    ///   - answer: Answers a complete request. The closure that it is called with returns whether the client still waits.
    func serve(
        refusal: @escaping (Request) -> Refusal?, answer: (Request, _ isWanted: @escaping () -> Bool) -> Response
    ) {
        do {
            var reader = RequestReader(limits: limits, refusal: refusal)
            let request: Request
            do throws(Refusal) {
                guard let complete = try readRequest(with: &reader) else { return }
                request = complete
            } catch {
                var response = Response.refusal(error)
                response.isHeadOnly = reader.method == "HEAD"
                return try write(response)
            }
            try write(answer(request) { !hasClientEnded })
        } catch {
            // The client has gone, or does not read.
        }
    }

    /// Answers without reading, on the thread that accepts.
    ///
    /// Does not block: a new connection has room for so few bytes.
    func refuse(_ refusal: Refusal) {
        let response = Response.refusal(refusal)
        guard case .whole(let body) = response.body else { return }
        _ = try? socket.write(response.head + body)
        socket.shutDown(reading: false)
    }

    /// Reads until the request is complete.
    ///
    /// - Returns: `nil` if the client has sent nothing, as browsers do that connect in advance.
    private func readRequest(with reader: inout RequestReader) throws(Refusal) -> Request? {
        let deadline = limits.now() + limits.requestTime
        while socket.wait(toWrite: false, upTo: deadline - limits.now()) {
            let bytes: [UInt8]
            do {
                bytes = try socket.read(atMost: 16_384)
            } catch SocketError.blocked {
                continue
            } catch {
                if reader.isEmpty { return nil }
                throw Refusal(status: 400, reason: "the request ends early")
            }
            let request = try reader.take(bytes)
            // Bytes that arrive in time, one by one, do not prolong it.
            if limits.now() > deadline { break }
            if let request { return request }
        }
        if reader.isEmpty { return nil }
        throw Refusal(status: 408, reason: "a request takes at most \(limits.requestTime)")
    }

    /// A Boolean value that indicates whether the client has closed the connection, or its half of it.
    ///
    /// These two are one to a server. Bytes behind the request are dropped: a connection has no second one.
    private var hasClientEnded: Bool {
        do {
            _ = try socket.read(atMost: 16_384)
            return false
        } catch SocketError.blocked {
            return false
        } catch {
            return true
        }
    }

    private func write(_ response: Response) throws {
        try write(response.head)
        switch response.body {
        case .whole(let data):
            if !response.isHeadOnly { try write(data) }
            leave()
        case .stream(let stream):
            try write(stream)
        }
    }

    /// Writes a stream until the client closes it, sends something, or does not read.
    ///
    /// Bytes for which the socket has room are written at once, also for a client that does not read. So the time is that since the
    /// client's system last took something of what waits.
    private func write(_ stream: LiveStream) throws {
        var stream = stream
        var written = 0
        var taken = 0
        var lastProgress = limits.now()
        while true {
            if let text = stream.nextText() {
                let data = Data(text.utf8)
                try write(data)
                written += data.count
            } else if socket.wait(toWrite: false, upTo: LiveStream.interval) {
                return
            }
            let waiting = socket.unsentCount
            if waiting == 0 || written - waiting > taken {
                taken = written - waiting
                lastProgress = limits.now()
            } else if limits.now() - lastProgress > limits.answerTime {
                throw End()
            }
        }
    }

    private func write(_ data: Data) throws {
        let deadline = limits.now() + limits.answerTime
        var index = data.startIndex
        while index < data.endIndex {
            do {
                index = try socket.write(data, from: index)
            } catch SocketError.blocked {
                guard socket.wait(toWrite: true, upTo: deadline - limits.now()) else { throw End() }
            }
        }
    }

    /// Ends the answer, and lets the client read it.
    ///
    /// Closing a socket with unread bytes would discard the answer on its way. So many bytes, and so much time, are enough for
    /// what a refused client still sends.
    private func leave() {
        socket.shutDown(reading: false)
        let deadline = limits.now() + .seconds(1)
        var rest = 2 * limits.body
        while rest > 0, socket.wait(toWrite: false, upTo: deadline - limits.now()),
            let bytes = try? socket.read(atMost: 16_384)
        {
            rest -= bytes.count
        }
    }
}
