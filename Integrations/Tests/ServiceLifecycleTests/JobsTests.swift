import Dispatchers
import Foundation
import Logging
import ServiceLifecycle
import Synchronization
import Testing

// The code of the section *A server* of the article *One center or many?*.

actor Sessions {
    private let app: Centers
    private var children: [String: Centers] = [:]

    init(in app: Centers) { self.app = app }

    func session(_ id: String) -> Centers {
        if let child = children[id] { return child }
        let child = app.begin(.session, name: id)
        children[id] = child
        return child
    }

    func expire(_ id: String) { children.removeValue(forKey: id)?.close() }

    func expireAll() {
        for id in children.keys { expire(id) }
    }
}

protocol Job: Sendable {}
struct SendMail: Job { let to: String }
struct LastJob: Job {}

struct Jobs: Service {
    private let app: Centers
    private let sessions: Sessions
    private let writing: Registration

    init(_ app: Centers, _ sessions: Sessions) {
        self.app = app
        self.sessions = sessions
        writing = app.messages.observe((any Job).self) { job in try await write(job) }
    }

    func run() async throws {
        try? await gracefulShutdown()  // services that were listed later have ended, or the task was cancelled
        await sessions.expireAll()  // their closing services may post jobs
        await app.messages.publish(LastJob())
        writing.cancel()
        app.close()
    }
}

private let written = Mutex<[String]>([])

func write(_ job: any Job) async throws {
    try Task.checkCancellation()
    await Task.yield()
    written.withLock { $0.append((job as? SendMail)?.to ?? "last") }
}

/// A service that says when it has started, and may fail when it is asked to end.
private struct Neighbor: Service {
    struct Failure: Error {}

    let started: AsyncStream<Void>.Continuation
    let fails: Bool

    func run() async throws {
        started.finish()
        try await gracefulShutdown()
        if fails { throw Failure() }
    }
}

@Suite(.serialized) struct JobsTests {
    enum Ending: CaseIterable {
        case shutdown, failureOfAnotherService, cancellation
    }

    @Test("The article's service writes what is queued, however its group ends", arguments: Ending.allCases)
    func queuedJobsAreWritten(_ ending: Ending) async {
        written.withLock { $0 = [] }
        let app = Centers()
        let (starting, started) = AsyncStream<Void>.makeStream()
        let group = ServiceGroup(
            services: [
                Jobs(app, Sessions(in: app)), Neighbor(started: started, fails: ending == .failureOfAnotherService),
            ],
            logger: Logger(label: "jobs") { _ in SwiftLogNoOpLogHandler() })
        let running = Task { try await group.run() }
        for await _ in starting {}
        let names = (1...12).map { "\($0)" }
        for name in names { app.messages.post(SendMail(to: name)) }
        if ending == .cancellation { running.cancel() } else { await group.triggerGracefulShutdown() }
        _ = await running.result
        #expect(written.withLock { $0 } == names + ["last"])
        #expect(!app.messages.post(SendMail(to: "late")))
    }

    @Test("The article has the code of this file")
    func theArticleHasThisCode() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let article = try String(
            contentsOf: root.appending(path: "Sources/Dispatchers/Dispatchers.docc/OneCenterOrMany.md"), encoding: .utf8
        )
        let code = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let start = try #require(code.range(of: "struct Jobs: Service {"))
        let end = try #require(code[start.lowerBound...].range(of: "\n}\n"))
        #expect(article.contains(code[start.lowerBound..<end.upperBound]))
    }
}
