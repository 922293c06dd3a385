import Dispatchers
import Routing
import Testing

@testable import Inspector

struct Picked: Codable, Sendable, Equatable { let name: String }
struct Password: Sendable, InspectorRedacted { let text = "hunter2" }

extension StateKeys {
    static let volume = StateKey("volume", default: 5)
    static let password = StateKey("password", default: Password())
}

/// The centers of a small app, and the inspector of them.
struct InspectedApp: Sendable {
    let trace = Trace()
    let messages: MessageCenter
    let states: ObserverCenter
    let router = Router()

    init() {
        messages = MessageCenter(name: "app", trace: trace)
        states = ObserverCenter(name: "shop", trace: trace)
    }

    /// The events of the app.
    ///
    /// While an inspector records, its trace has the calls of all join points, also those of other tests.
    var events: [TraceEvent] { trace.events.filter { $0.kind != .hook } }

    /// Starts an inspector of the app on a free port, which is stopped after the body.
    func inspect(_ body: (Inspector) async throws -> Void) async throws {
        let inspector = try await Inspector.start(
            watching: messages, states, router, trace: trace, port: 0, allowingRelease: true, print: { _ in })
        do {
            try await body(inspector)
            await inspector.stop()
        } catch {
            await inspector.stop()
            throw error
        }
    }
}

extension Inspector {
    /// Asks for a path as the page does.
    func get(_ path: String, _ headers: [String: String] = [:]) async throws -> Answer {
        try await RawClient.answer(to: "GET", path, at: port, withToken(headers))
    }

    /// Gives a command as the page does.
    func post(_ path: String, _ body: String = "{}", _ headers: [String: String] = [:]) async throws -> Answer {
        try await RawClient.answer(to: "POST", path, at: port, withToken(headers), body: body)
    }

    /// Opens a stream of events.
    func stream() throws -> RawClient {
        let client = try RawClient(port: port)
        client.send("GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nX-Signalbox-Token: \(token)\r\n\r\n")
        return client
    }

    private func withToken(_ headers: [String: String]) -> [String: String] {
        ["X-Signalbox-Token": token].merging(headers) { $1 }
    }
}

extension Recording {
    /// The recorded events by their numbers.
    var recorded: [UInt64: TraceRecord] {
        var position = oldestPosition
        var events: [UInt64: TraceRecord] = [:]
        while true {
            let changes = changes(after: &position)
            if changes.isEmpty { return events }
            for event in changes.events { events[event.id] = event.record }
        }
    }
}

/// Expects a status of an answer.
func expect(_ answer: Answer, _ status: Int, at location: Testing.SourceLocation = #_sourceLocation) {
    #expect(answer.status == status, sourceLocation: location)
}
