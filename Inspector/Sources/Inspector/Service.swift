import Dispatchers
import FlyingFox
import Foundation
import Routing
import Synchronization

/// Answers the requests of pages.
final class Service: Sendable {
    private struct Watched: Sendable { weak let object: (any Inspectable)? }

    private let recording: Recording
    private let offers: Offers
    private let sources: SourceFiles
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

    /// Answers requests from now on.
    func open(with admission: Admission) {
        self.admission.withLock { $0 = admission }
    }

    /// Answers a request, if it is admitted.
    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        guard let admission = admission.withLock({ $0 }) else { return .text("starting", status: .serviceUnavailable) }
        var headers: [String: String] = [:]
        for header in request.headers.keys { headers[header.rawValue.lowercased()] = request.headers[header] }
        let head = Admission.Request(method: request.method.rawValue, path: request.path, headers: headers)
        if let refusal = admission.refusal(of: head) {
            return .text(refusal.reason, status: HTTPStatusCode(refusal.status, phrase: "Refused"), isLast: true)
        }
        if request.path.hasPrefix("/api/") { return await answerAPI(request) }
        guard let asset = Page.asset(at: request.path) else { return .text("not found", status: .notFound) }
        return .content(Data(asset.text.utf8), type: asset.type)
    }

    private func answerAPI(_ request: HTTPRequest) async -> HTTPResponse {
        guard request.method == .POST else { return show(request) }
        guard recording.admitCommand(at: .now - Self.start) else {
            return .text("at most 20 commands a second", status: .tooManyRequests)
        }
        guard let body = try? await request.bodyData, body.count <= Admission.bodyLimit else {
            return .text("a body has at most 64 KiB", status: .payloadTooLarge)
        }
        return await perform(request.path, body)
    }

    /// Answers a request that changes nothing.
    private func show(_ request: HTTPRequest) -> HTTPResponse {
        switch request.path {
        case "/api/live":
            guard let open = recording.beginStream() else {
                return .text("four pages are open already", status: .tooManyRequests)
            }
            return .stream(LiveStream(recording: recording, process: Self.process, open: open))
        case "/api/tables":
            return .json(Tables(watched: watched.compactMap(\.object), recording: recording).json)
        case "/api/offers": return .json(offersJSON(for: request))
        case "/api/trace": return .json(recording.trace.chromeJSON)
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
            json.member("opens", offers.router != nil)
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

// Commands.
extension Service {
    private func perform(_ path: String, _ body: Data) async -> HTTPResponse {
        do {
            switch path {
            case "/api/start": recording.start()
            case "/api/stop": recording.stop()
            case "/api/clear": recording.clear()
            case "/api/mute": try mute(body)
            case "/api/perform": return try perform(body)
            case "/api/explain": return try explain(body)
            case "/api/source": return try source(body)
            case "/api/open": return try await open(body)
            default: return .text("not found", status: .notFound)
            }
        } catch let error as DecodingError {
            return .text(error.sentence, status: .badRequest)
        } catch {
            return .text("\(error)", status: .badRequest)
        }
        return .text("", status: .noContent)
    }

    private struct Muting: Decodable {
        let kinds: [String]
        let subjects: [String]
    }

    private func mute(_ body: Data) throws {
        let muting = try JSONDecoder().decode(Muting.self, from: body)
        let kinds = TraceEvent.Kind.allCases.filter { muting.kinds.contains("\($0)") }
        recording.mute(TraceMute(kinds: Set(kinds), subjects: Set(muting.subjects)))
    }

    private struct Performing: Decodable {
        let offer: Int
        let value: String
    }

    private func perform(_ body: Data) throws -> HTTPResponse {
        let performing = try JSONDecoder().decode(Performing.self, from: body)
        let all = offers.all
        guard all.indices.contains(performing.offer) else { return .text("not offered", status: .notFound) }
        let isDone = try all[performing.offer].perform(Data(performing.value.utf8))
        return isDone ? .text("", status: .noContent) : .text("the center refused it", status: .conflict)
    }

    private struct Opening: Decodable { let url: String }

    /// Explains a URL, for all watched routers and their fallbacks.
    private func explain(_ body: Data) throws -> HTTPResponse {
        let url = try JSONDecoder().decode(Opening.self, from: body).url
        var json = JSONWriter()
        RouterList(of: watched.compactMap(\.object)).explain(url, to: &json)
        return .json(json.text)
    }

    private struct Locating: Decodable { let at: String }

    /// Finds the file of a source location.
    private func source(_ body: Data) throws -> HTTPResponse {
        let location = try JSONDecoder().decode(Locating.self, from: body).at
        guard let line = sources.line(of: location) else {
            let root = sources.root?.path ?? "the folder of the app's sources, which is not on its machine"
            return .text("\(location) is no file, or several, below \(root)", status: .notFound)
        }
        var json = JSONWriter()
        json.object { json in
            json.member("path", line.path)
            json.member("line", line.number)
        }
        return .json(json.text)
    }

    private func open(_ body: Data) async throws -> HTTPResponse {
        let url = try JSONDecoder().decode(Opening.self, from: body).url
        guard let router = offers.router else { return .text("no router is offered", status: .notFound) }
        let outcome = url.hasPrefix("/") ? await router.open(path: url) : await router.open(url)
        return .text("\(outcome)", status: .ok)
    }
}

extension DecodingError {
    /// The mistake and its position.
    fileprivate var sentence: String {
        let context =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: nil as Context?
            }
        guard let context else { return "\(self)" }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }
}
