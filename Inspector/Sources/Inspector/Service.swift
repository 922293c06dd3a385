import Dispatchers
import Foundation
import Routing
import Synchronization

/// Answers the requests of pages.
final class Service: Sendable {
    private struct Watched: Sendable { weak let object: (any Inspectable)? }

    let recording: Recording
    let offers: Offers
    let sources: SourceFiles
    private let watched: [Watched]

    private static let start = ContinuousClock.now

    init(recording: Recording, offers: Offers, sources: SourceFiles, watching centers: [any Inspectable]) {
        self.recording = recording
        self.offers = offers
        self.sources = sources
        watched = centers.map { Watched(object: $0) }
    }

    /// The watched centers and routers that are alive.
    var objects: [any Inspectable] { watched.compactMap(\.object) }

    private static let readings: Set = ["/api/live", "/api/tables", "/api/offers", "/api/trace"]
    private static let commands: Set = [
        "/api/start", "/api/stop", "/api/clear", "/api/mute", "/api/perform", "/api/explain", "/api/source",
        "/api/open",
    ]

    /// Returns the only method of a path; `nil` if there is nothing at it.
    static func method(of path: String) -> String? {
        if commands.contains(path) { return "POST" }
        return readings.contains(path) || Page.asset(at: path) != nil ? "GET" : nil
    }

    /// Answers a request that was admitted, on the thread of its connection.
    func respond(to request: Request) -> Response {
        if request.method == "POST" { return execute(request) }
        if request.path.hasPrefix("/api/") { return read(request) }
        guard let asset = Page.asset(at: request.path) else { return .text("not found", status: 404) }
        return .content(asset.text, type: asset.type)
    }

    /// Carries out a command, unless there were too many.
    private func execute(_ request: Request) -> Response {
        guard recording.admitCommand(at: .now - Self.start) else {
            return .text("at most 20 commands a second", status: 429)
        }
        return execute(request.path, Data(request.body))
    }

    /// Answers a request that changes nothing.
    private func read(_ request: Request) -> Response {
        switch request.path {
        case "/api/live":
            guard let open = recording.beginStream() else {
                return .text("four pages are open already", status: 429)
            }
            return .stream(LiveStream(recording: recording, process: Self.process, open: open))
        case "/api/tables":
            return .json(Tables(watched: objects, recording: recording, isRouterOffered: offers.router != nil).json)
        case "/api/offers": return .json(offersJSON(for: request))
        case "/api/trace": return .json(recording.chromeJSON)
        default: return .text("not found", status: 404)
        }
    }

    private static var process: String {
        let process = ProcessInfo.processInfo
        return "\(process.processName), pid \(process.processIdentifier)"
    }

    /// The actions of pages, and the JSON of the message of an event.
    private func offersJSON(for request: Request) -> String {
        let id = (request.query.hasPrefix("event=") ? UInt64(request.query.dropFirst(6)) : nil)
        let message = id.flatMap { recording.event($0) }.flatMap { offers.message(of: $0.context) }
        var json = JSONWriter()
        json.object { json in
            json.member("message", message)
            json.name("offers")
            json.list(offers.all) { json, offer in
                json.object { json in
                    json.member("kind", offer.kind)
                    json.member("subject", offer.subject)
                    json.member("value", offer.present())
                }
            }
        }
        return json.text
    }
}
