import Dispatchers
import FlyingFox
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

    /// `nil` until the port is known.
    private let admission = Mutex<Admission?>(nil)

    private static let start = ContinuousClock.now

    init(recording: Recording, offers: Offers, sources: SourceFiles, watching centers: [any Inspectable]) {
        self.recording = recording
        self.offers = offers
        self.sources = sources
        watched = centers.map { Watched(object: $0) }
    }

    /// The watched centers and routers that are alive.
    var objects: [any Inspectable] { watched.compactMap(\.object) }

    /// Answers requests from now on.
    func open(with admission: Admission) {
        self.admission.withLock { $0 = admission }
    }

    /// Answers a request, if it is admitted.
    func respond(to request: HTTPRequest) async -> HTTPResponse {
        guard let admission = admission.withLock({ $0 }) else { return .text("starting", status: .serviceUnavailable) }
        if let refusal = admission.refusal(of: Self.head(of: request)) { return .refusal(refusal) }
        if request.method == .POST { return await execute(request) }
        if request.path.hasPrefix("/api/") { return read(request) }
        guard let asset = Page.asset(at: request.path) else { return .text("not found", status: .notFound) }
        return .content(Data(asset.text.utf8), type: asset.type)
    }

    private static func head(of request: HTTPRequest) -> Admission.Request {
        var headers: [String: String] = [:]
        for header in request.headers.keys { headers[header.rawValue.lowercased()] = request.headers[header] }
        return Admission.Request(method: request.method.rawValue, path: request.path, headers: headers)
    }

    /// Carries out a command, unless there were too many.
    private func execute(_ request: HTTPRequest) async -> HTTPResponse {
        guard recording.admitCommand(at: .now - Self.start) else {
            return .text("at most 20 commands a second", status: .tooManyRequests)
        }
        guard let body = try? await request.bodyData, body.count <= Admission.bodyLimit else {
            return .text("a body has at most 64 KiB", status: .payloadTooLarge)
        }
        return await execute(request.path, body)
    }

    /// Answers a request that changes nothing.
    private func read(_ request: HTTPRequest) -> HTTPResponse {
        switch request.path {
        case "/api/live":
            guard let open = recording.beginStream() else {
                return .text("four pages are open already", status: .tooManyRequests)
            }
            return .stream(LiveStream(recording: recording, process: Self.process, open: open))
        case "/api/tables":
            return .json(Tables(watched: objects, recording: recording, isRouterOffered: offers.router != nil).json)
        case "/api/offers": return .json(offersJSON(for: request))
        case "/api/trace": return .json(recording.chromeJSON)
        default: return .text("not found", status: .notFound)
        }
    }

    private static var process: String {
        let process = ProcessInfo.processInfo
        return "\(process.processName), pid \(process.processIdentifier)"
    }

    /// The actions of pages, and the JSON of the message of an event.
    private func offersJSON(for request: HTTPRequest) -> String {
        let id = request.query.first { $0.name == "event" }.flatMap { UInt64($0.value) }
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
