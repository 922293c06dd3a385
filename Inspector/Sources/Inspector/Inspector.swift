public import Dispatchers
import FlyingFox
import FlyingSocks
import Foundation
public import Routing
import Synchronization

/// A page in the browser that shows what an app says to itself, and why.
///
/// ```swift
/// #if DEBUG
///     let inspector = try await Inspector.start(watching: messages, states, calls, router)
/// #endif
/// ```
///
/// An inspector listens on 127.0.0.1 alone, and answers pages that have the token of the printed address. It shows all
/// data of the app: do not ship it.
public final class Inspector: Sendable {
    /// The address of the page, with the token that opens it.
    public let address: String

    let port: UInt16
    let token: String
    let recording: Recording
    private let offers: Offers
    private let server: HTTPServer
    private let tasks: [Task<Void, Never>]

    private init(
        at port: UInt16, token: String, recording: Recording, offers: Offers, server: HTTPServer,
        tasks: [Task<Void, Never>]
    ) {
        self.port = port
        self.token = token
        self.recording = recording
        self.offers = offers
        self.server = server
        self.tasks = tasks
        address = "http://127.0.0.1:\(port)/#\(token)"
    }

    /// Starts the trace and the server, and prints the address of the page.
    ///
    /// - Parameters:
    ///   - centers: The centers and routers that the page lists. They are referenced weakly.
    ///   - trace: The trace that the page shows. Its descriptions of values are replaced, and it is stopped with the inspector.
    ///   - port: The port; a free one by default.
    ///   - allowingRelease: Whether it may run in a release build.
    ///   - print: Prints the address; by default to the standard output.
    ///   - filePath: The file of the call. The page opens source files of its repository in an editor, if they are on the machine
    ///     of the app.
    /// - Returns: The inspector, which runs until `stop()`.
    /// - Throws: An `InspectorError`.
    public static func start(
        watching centers: any Inspectable..., trace: Trace = .shared, port: UInt16 = 0, allowingRelease: Bool = false,
        print: (@Sendable (String) -> Void)? = nil, filePath: StaticString = #filePath
    ) async throws(InspectorError) -> Inspector {
        try InspectorError.check(isDebugBuild: _isDebugAssertConfiguration(), allowingRelease: allowingRelease)
        let recording = Recording(of: trace)
        let offers = Offers(in: trace)
        let service = Service(
            recording: recording, offers: offers, sources: SourceFiles(around: "\(filePath)"), watching: centers)
        let server: HTTPServer
        let bound: UInt16
        let running: Task<Void, Never>
        do {
            server = HTTPServer(
                config: HTTPServer.Configuration(
                    address: try .inet(ip4: "127.0.0.1", port: port), sharedRequestReplaySize: Admission.bodyLimit,
                    logger: .disabled))
            await server.appendRoute("*") { await service.respond(to: $0) }
            running = Task { try? await server.run() }
            try await server.waitUntilListening()
            guard case .ip4(_, let found)? = await server.listeningAddress else { throw SocketError.disconnected }
            bound = found
        } catch {
            throw InspectorError(reason: .port, description: "the inspector cannot listen on port \(port): \(error)")
        }
        let admission = Admission(port: bound, token: Admission.makeToken())
        service.open(with: admission)
        let feed = trace.feed()
        let following = Task { await recording.follow(feed) }
        recording.start()
        let inspector = Inspector(
            at: bound, token: admission.token, recording: recording, offers: offers, server: server,
            tasks: [running, following])
        let line = "Inspector: \(inspector.address)"
        if let print { print(line) } else { printAtOnce(line) }
        return inspector
    }

    /// Prints a line that does not wait for others where the output is no terminal.
    private static func printAtOnce(_ line: String) {
        Swift.print(line)
        fflush(nil)
    }

    /// Lets pages post messages of a type.
    ///
    /// - Parameters:
    ///   - type: The type of the messages.
    ///   - center: The center that posts them. It is referenced weakly.
    public func offer<Message: Codable & Sendable>(_ type: Message.Type, to center: MessageCenter) {
        offers.offer(type, to: center)
    }

    /// Lets pages set a state.
    ///
    /// - Parameters:
    ///   - key: The state.
    ///   - center: The center that sets it. It is referenced weakly.
    public func offer<Value: Codable & Sendable>(_ key: StateKey<Value>, of center: ObserverCenter) {
        offers.offer(key, of: center)
    }

    /// Lets pages open URLs.
    ///
    /// - Parameter router: The router, which is retained until the inspector is released.
    public func offer(_ router: Router) {
        offers.offer(router)
    }

    /// Stops recording, as the button of the page does: the app pays nothing until `resume()`.
    public func pause() {
        recording.stop()
    }

    /// Records again.
    public func resume() {
        recording.start()
    }

    /// Stops the trace and the server, and closes all pages.
    public func stop() async {
        recording.stop()
        for task in tasks { task.cancel() }
        await server.stop()
    }
}
