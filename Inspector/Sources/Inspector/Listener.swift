import FlyingSocks
import Foundation
import Synchronization

/// The server on one port of this machine, which is opened again when the system has closed its socket.
///
/// iOS closes the sockets of an app in the background.
///
/// Any program on this machine, and any page in its browser, can connect to the port. So what comes in is bounded before anything
/// looks at it, and none of it is done on threads of the app:
/// - One thread accepts, and each connection has a thread of its own, up to a number. They block; a task would take a thread of
///   the pool that the app's tasks share.
/// - `RequestReader` reads one request within `RequestLimits`. A connection has no second one.
///
/// Of FlyingFox, only the sockets are used (FlyingSocks). The executor of its server's tasks cannot be chosen, and behind such a
/// reader nothing would be left of the server but two types.
final class Listener: Sendable {
    let port: UInt16
    private let limits: RequestLimits
    private let acceptNext: @Sendable (Socket) throws -> Socket
    private let report: @Sendable (String) -> Void
    private let first: Socket
    private let waking = Pipe()
    private let state = Mutex(State())

    private struct State: Sendable {
        /// The sockets of the connections, each of which its thread removes and closes.
        var connections: Set<Socket> = []
        var isStarted = false
        var isStopped = false
        var hasEnded = false
        var waiting: [CheckedContinuation<Void, Never>] = []

        /// The number of times that the port was opened.
        var openings = 1

        /// A Boolean value that indicates whether it was reported that connections cannot be accepted.
        var isExhaustionReported = false
    }

    /// Opens a port, on which connections wait until `start`.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for a free one.
    ///   - limits: The limits of requests.
    ///   - acceptNext: Accepts a connection; another one in tests.
    ///   - report: Receives a sentence, once, if the system has no descriptor for a connection.
    /// - Throws: An error if the port is taken.
    init(
        on port: UInt16, limits: RequestLimits = RequestLimits(),
        acceptNext: @escaping @Sendable (Socket) throws -> Socket = { Socket(file: try $0.accept().file) },
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        self.limits = limits
        self.acceptNext = acceptNext
        self.report = report
        first = try Self.open(port)
        guard case .ip4(_, let bound) = try first.sockname() else { throw SocketError.unsupportedAddress }
        self.port = bound
    }

    /// The number of times that the port was opened.
    var openings: Int { state.withLock { $0.openings } }

    /// The number of connections that are open.
    var connectionCount: Int { state.withLock { $0.connections.count } }

    /// Accepts connections.
    ///
    /// - Parameters:
    ///   - refusal: Decides by the head whether a request is refused.
    ///   - answer: Answers a complete request.
    func start(
        refusal: @escaping @Sendable (Request) -> Refusal?,
        answer: @escaping @Sendable (Request, _ isWanted: @escaping () -> Bool) -> Response
    ) {
        state.withLock { $0.isStarted = true }
        makeThread { [self] in
            var socket: Socket? = first
            while let open = socket {
                accept(on: open) { $0.serve(refusal: refusal, answer: answer) }
                try? open.close()
                socket = reopen()
            }
            end()
        }
    }

    /// Closes the port and all connections.
    func stop() async {
        let isStarted = state.withLock { state in
            state.isStopped = true
            // A socket in the set is not closed yet, so its number is not that of another one.
            for socket in state.connections { socket.shutDown(reading: true) }
            return state.isStarted
        }
        guard isStarted else {
            try? first.close()
            return
        }
        wake()
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.waiting.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    /// Closes the port and opens it again, as after the system has closed its socket.
    func wake() {
        try? waking.fileHandleForWriting.write(contentsOf: [0])
    }

    private static func open(_ port: UInt16) throws -> Socket {
        let socket = try Socket(domain: AF_INET)
        do {
            try socket.setValue(true, for: .localAddressReuse)
            try socket.setFlags(.nonBlocking)
            try socket.bind(to: .inet(ip4: "127.0.0.1", port: port))
        } catch {
            try? socket.close()
            throw error
        }
        try socket.listen()
        return socket
    }

    /// Accepts connections until the socket has ended or the listener is woken.
    private func accept(on socket: Socket, _ serve: @escaping @Sendable (Connection) -> Void) {
        while socket.wait(unlessWokenBy: waking.fileHandleForReading.fileDescriptor) {
            do {
                let accepted = try acceptNext(socket)
                do {
                    begin(try Connection(accepted, limits: limits), serve)
                } catch {
                    try? accepted.close()
                }
            } catch SocketError.blocked {
            } catch SocketError.failed(_, errno: let number, _) where Self.connectionErrors.contains(number) {
            } catch SocketError.failed(_, errno: let number, let message) where Self.shortages.contains(number) {
                reportShortage(message)
                // The connection still waits, so the socket can be read: without a pause, this would be a loop.
                _ = wakingSocket.wait(toWrite: false, upTo: limits.acceptPause)
            } catch {
                return
            }
        }
    }

    /// The errors of a connection that has ended before it was accepted, and of a signal.
    private static let connectionErrors: Set = [ECONNABORTED, EINTR, EPROTO]

    /// The errors by which the system says that it has no descriptor or no memory at the moment.
    ///
    /// They are no end of the socket.
    private static let shortages: Set = [EMFILE, ENFILE, ENOBUFS, ENOMEM]

    private func reportShortage(_ message: String) {
        let isFirst = state.withLock { state in
            defer { state.isExhaustionReported = true }
            return !state.isExhaustionReported
        }
        if !isFirst { return }
        report(
            "The inspector on port \(port) cannot accept connections: \(message). New ones wait until the app closes files or "
                + "connections, or has a higher limit of them.")
    }

    /// The end of the pipe that `wake` writes to.
    private var wakingSocket: Socket {
        Socket(file: Socket.FileDescriptor(rawValue: waking.fileHandleForReading.fileDescriptor))
    }

    /// Serves a connection on a thread of its own, unless there are too many.
    private func begin(_ connection: Connection, _ serve: @escaping @Sendable (Connection) -> Void) {
        let isFree = state.withLock { state in
            guard !state.isStopped, state.connections.count < limits.connections else { return false }
            state.connections.insert(connection.socket)
            return true
        }
        guard isFree else {
            connection.refuse(.later("\(limits.connections) connections are open already", status: 503))
            try? connection.socket.close()
            return
        }
        makeThread { [self] in
            serve(connection)
            state.withLock { state in
                state.connections.remove(connection.socket)
                try? connection.socket.close()
            }
        }
    }

    /// Opens the port again.
    ///
    /// Waits before, since the system may close each new socket at once.
    ///
    /// - Returns: `nil` after `stop`.
    private func reopen() -> Socket? {
        let reader = wakingSocket
        while true {
            if state.withLock({ $0.isStopped }) { return nil }
            if reader.wait(toWrite: false, upTo: .milliseconds(200)) { _ = try? reader.read() as UInt8 }
            if state.withLock({ $0.isStopped }) { return nil }
            guard let socket = try? Self.open(port) else { continue }
            state.withLock { $0.openings += 1 }
            return socket
        }
    }

    private func end() {
        let waiting = state.withLock { state in
            state.hasEnded = true
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Starts a thread on which the app's own go first.
    private func makeThread(_ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = "Signalbox inspector"
        thread.qualityOfService = .utility
        thread.start()
    }
}
