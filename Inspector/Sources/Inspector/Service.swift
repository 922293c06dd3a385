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

    /// The time for which the answer to `/api/open` waits.
    let openingTime: DispatchTimeInterval

    /// The answers that may be computed at once.
    ///
    /// They take a time, and a memory, that grow with the app.
    private let computations = Places(2)

    private static let start = ContinuousClock.now

    init(
        recording: Recording, offers: Offers, sources: SourceFiles, watching centers: [any Inspectable],
        openingTime: DispatchTimeInterval = .seconds(30)
    ) {
        self.openingTime = openingTime
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
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isWanted: Returns whether the client still waits. An answer that no client waits for is not completed.
    /// - Returns: The answer.
    func respond(to request: Request, while isWanted: @escaping () -> Bool) -> Response {
        if request.method == "POST" { return execute(request, while: isWanted) }
        if request.path == "/api/live" { return live() }
        if request.path.hasPrefix("/api/") { return compute { read(request, while: isWanted) } }
        guard let asset = Page.asset(at: request.path) else { return .text("not found", status: 404) }
        return .content(asset.text, type: asset.type)
    }

    /// Carries out a command, unless there were too many.
    private func execute(_ request: Request, while isWanted: () -> Bool) -> Response {
        guard recording.admitCommand(at: .now - Self.start) else {
            return .later("at most 20 commands a second", status: 429)
        }
        return execute(request.path, Data(request.body), while: isWanted)
    }

    /// Computes an answer, unless too many are computed already.
    func compute(_ answer: () throws -> Response) rethrows -> Response {
        guard let place = computations.take() else {
            return .later("\(computations.limit) answers are computed already: ask again in a second", status: 503)
        }
        defer { withExtendedLifetime(place) {} }
        return try answer()
    }

    private func live() -> Response {
        guard let open = recording.streams.take() else {
            return .later("\(recording.streams.limit) pages are open already", status: 429)
        }
        return .stream(LiveStream(recording: recording, process: Self.process, open: open))
    }

    /// Answers a request that changes nothing.
    private func read(_ request: Request, while isWanted: @escaping () -> Bool) -> Response {
        switch request.path {
        case "/api/tables":
            let isRouterOffered = offers.router != nil
            let tables = Tables(
                watched: objects, recording: recording, isRouterOffered: isRouterOffered, isWanted: isWanted)
            return .json(tables.json)
        case "/api/offers": return .json(offersJSON(for: request, while: isWanted))
        case "/api/trace": return .json(recording.chromeJSON)
        default: return .text("not found", status: 404)
        }
    }

    private static var process: String {
        let process = ProcessInfo.processInfo
        return "\(process.processName), pid \(process.processIdentifier)"
    }

    /// The actions of pages, and the JSON of the message of an event.
    private func offersJSON(for request: Request, while isWanted: @escaping () -> Bool) -> String {
        let id = (request.query.hasPrefix("event=") ? UInt64(request.query.dropFirst(6)) : nil)
        let message = id.flatMap { recording.event($0) }.flatMap { offers.message(of: $0.context) }
        var json = JSONWriter(while: isWanted)
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
