public import Dispatchers
import Foundation
public import Routing
import Synchronization

/// A page in the browser that shows what an app says to itself, and why.
///
/// ```swift
/// #if Inspecting  // a trait of your package
///     let inspector = try await Inspector.start(watching: messages, states, calls, router)
/// #endif
/// ```
///
/// An inspector listens on 127.0.0.1 alone, and answers pages that have the token of the printed address. It shows all
/// data of the app: do not ship it.
public final class Inspector: Sendable {
    /// The default port.
    ///
    /// While the port is the same, the browser keeps the choices that were made on the page.
    static let usualPort: UInt16 = 52_341

    /// The address of the page, with the token that opens it.
    public let address: String

    let token: String
    let recording: Recording
    let listener: Listener
    private let offers: Offers
    private let following: Task<Void, Never>

    var port: UInt16 { listener.port }

    private init(
        token: String, recording: Recording, offers: Offers, listener: Listener, following: Task<Void, Never>
    ) {
        self.token = token
        self.recording = recording
        self.offers = offers
        self.listener = listener
        self.following = following
        address = "http://127.0.0.1:\(listener.port)/#\(token)"
    }

    /// Starts the trace and the server, and prints the address of the page.
    ///
    /// - Parameters:
    ///   - centers: The centers and routers that the page lists. They are referenced weakly.
    ///   - trace: The trace that the page shows. Its descriptions of values are replaced, and it is stopped with the inspector.
    ///     What the app calls `start(describing:)` with later replaces those of the inspector, which leave out what is redacted.
    ///   - port: The port, 0 for a free one. By default 52341, or a free one where that is taken.
    ///   - allowingRelease: Whether it may run in a release build.
    ///   - print: Prints the address, and later at most one sentence: that the system has no descriptor for another connection.
    ///     By default it prints to the standard output.
    ///   - filePath: The file of the call. The page opens source files of its repository in an editor, if they are on the machine
    ///     of the app.
    /// - Returns: The inspector, which runs until `stop()`.
    /// - Throws: An `InspectorError`.
    public static func start(
        watching centers: any Inspectable..., trace: Trace = .shared, port: UInt16? = nil,
        allowingRelease: Bool = false, print: (@Sendable (String) -> Void)? = nil,
        filePath: StaticString = #filePath
    ) async throws(InspectorError) -> Inspector {
        try await start(
            watching: centers, trace: trace, port: port, isDebugBuild: _isDebugAssertConfiguration(),
            allowingRelease: allowingRelease, print: print ?? printAtOnce, sources: SourceFiles(around: "\(filePath)"))
    }

    /// Starts an inspector in a debug build, or in another one that is asked for by name.
    static func start(
        watching centers: [any Inspectable], trace: Trace, port: UInt16?, usualPort: UInt16 = usualPort,
        isDebugBuild: Bool, allowingRelease: Bool, print: @escaping @Sendable (String) -> Void, sources: SourceFiles
    ) async throws(InspectorError) -> Inspector {
        try InspectorError.check(isDebugBuild: isDebugBuild, allowingRelease: allowingRelease)
        let recording = Recording(of: trace)
        let offers = Offers(in: trace)
        let service = Service(recording: recording, offers: offers, sources: sources, watching: centers)
        let listener = try listen(on: port, or: usualPort, reportingTo: print)
        let admission = Admission(port: listener.port, token: Admission.makeToken())
        listener.start(refusal: { admission.refusal(of: $0) }, answer: { service.respond(to: $0, while: $1) })
        let feed = trace.feed()
        let following = Task(executorPreference: OwnThread()) { await recording.follow(feed) }
        recording.start()
        let inspector = Inspector(
            token: admission.token, recording: recording, offers: offers, listener: listener, following: following)
        print("Inspector: \(inspector.address)")
        return inspector
    }

    /// Listens on a port; without one on the usual port, or else on a free one.
    private static func listen(
        on port: UInt16?, or usualPort: UInt16, reportingTo report: @escaping @Sendable (String) -> Void
    ) throws(InspectorError) -> Listener {
        do {
            if let port { return try Listener(on: port, report: report) }
            if let listener = try? Listener(on: usualPort, report: report) { return listener }
            return try Listener(on: 0, report: report)
        } catch {
            let name = port.map { "port \($0)" } ?? "any port"
            throw InspectorError(reason: .port, description: "the inspector cannot listen on \(name): \(error)")
        }
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
        following.cancel()
        await listener.stop()
    }
}

/// A thread of the inspector's own, on which it follows the trace, so that it takes none of the app's pool.
private final class OwnThread: TaskExecutor {
    private let queue = DispatchQueue(label: "Signalbox inspector", qos: .utility)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
