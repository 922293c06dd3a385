import FlyingFox
import FlyingSocks
import Synchronization

/// The server on one port of this machine, which is opened again when the system has closed its socket.
///
/// A server that has ended cannot listen again, so that each time another one does. iOS closes the sockets of an app in the
/// background.
final class Listener: Sendable {
    let port: UInt16
    private let answer: @Sendable (HTTPRequest) async -> HTTPResponse
    private let server: Mutex<HTTPServer>
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Listens.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for a free one.
    ///   - answer: Answers each request.
    /// - Throws: An error if the port is taken.
    init(on port: UInt16, _ answer: @escaping @Sendable (HTTPRequest) async -> HTTPResponse) async throws {
        let first = try await Self.makeServer(on: port, answer)
        let waiting = Task { try await first.waitUntilListening() }
        let running = Task {
            try? await first.run()
            // Ends the wait for a server that cannot listen.
            waiting.cancel()
        }
        do {
            try await waiting.value
            guard case .ip4(_, let bound)? = await first.listeningAddress else { throw SocketError.disconnected }
            self.port = bound
        } catch {
            running.cancel()
            throw error
        }
        self.answer = answer
        server = Mutex(first)
        let following = Task { [weak self] in
            await running.value
            while !Task.isCancelled, let server = try? await self?.makeNext() { try? await server.run() }
        }
        task.withLock { $0 = following }
    }

    /// The server that listens now.
    var current: HTTPServer { server.withLock { $0 } }

    /// Closes the port and all connections.
    func stop() async {
        task.withLock { $0?.cancel() }
        await current.stop()
    }

    /// Makes the next server.
    ///
    /// It waits before, since the system may close each new socket at once.
    private func makeNext() async throws -> HTTPServer {
        try await Task.sleep(for: .milliseconds(200))
        let next = try await Self.makeServer(on: port, answer)
        server.withLock { $0 = next }
        return next
    }

    private static func makeServer(
        on port: UInt16, _ answer: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
    ) async throws -> HTTPServer {
        let server = HTTPServer(
            config: HTTPServer.Configuration(
                address: try .inet(ip4: "127.0.0.1", port: port), sharedRequestReplaySize: Admission.bodyLimit,
                logger: .disabled))
        await server.appendRoute("*") { await answer($0) }
        return server
    }
}
