import Dispatchers
import Foundation
import Routing
import Synchronization

// Commands: what pages do in the app, as far as it allows that.
extension Service {
    /// Carries out the command of a path.
    func execute(_ path: String, _ body: Data, while isWanted: () -> Bool) -> Response {
        do {
            switch path {
            case "/api/start": recording.start()
            case "/api/stop": recording.stop()
            case "/api/clear": recording.clear()
            case "/api/mute": try mute(body)
            case "/api/perform": return try perform(body)
            case "/api/explain": return try compute { try explain(body) }
            case "/api/source": return try compute { try source(body) }
            case "/api/open": return try open(body, while: isWanted)
            default: return .text("not found", status: 404)
            }
        } catch let error as DecodingError {
            return .text(error.sentence, status: 400)
        } catch {
            return .text("\(error)", status: 400)
        }
        return .text("", status: 204)
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

    private func perform(_ body: Data) throws -> Response {
        let performing = try JSONDecoder().decode(Performing.self, from: body)
        let all = offers.all
        guard all.indices.contains(performing.offer) else { return .text("not offered", status: 404) }
        let isDone = try all[performing.offer].perform(Data(performing.value.utf8))
        return isDone ? .text("", status: 204) : .text("the center refused it", status: 409)
    }

    private struct Opening: Decodable { let url: String }

    /// Explains a URL, for all watched routers and their fallbacks.
    private func explain(_ body: Data) throws -> Response {
        let url = try JSONDecoder().decode(Opening.self, from: body).url
        var json = JSONWriter()
        RouterList(of: objects).explain(url, to: &json)
        return .json(json.text)
    }

    private struct Locating: Decodable { let at: String }

    /// Finds the file of a source location.
    private func source(_ body: Data) throws -> Response {
        let location = try JSONDecoder().decode(Locating.self, from: body).at
        guard let line = sources.line(of: location) else {
            let root = sources.root?.path ?? "the folder of the app's sources, which is not on its machine"
            return .text("\(location) is no file, or several, below \(root)", status: 404)
        }
        var json = JSONWriter()
        json.object { json in
            json.member("path", line.path)
            json.member("line", line.number)
        }
        return .json(json.text)
    }

    /// Opens a URL as the app does, in a task of the app, and waits for the outcome.
    ///
    /// The opening goes on when the client has gone: only the waiting ends.
    private func open(_ body: Data, while isWanted: () -> Bool) throws -> Response {
        let url = try JSONDecoder().decode(Opening.self, from: body).url
        guard let router = offers.router else { return .text("no router is offered", status: 404) }
        let ended = DispatchSemaphore(value: 0)
        let outcome = Mutex("")
        Task {
            let text = url.hasPrefix("/") ? "\(await router.open(path: url))" : "\(await router.open(url))"
            outcome.withLock { $0 = text }
            ended.signal()
        }
        let deadline = DispatchTime.now() + openingTime
        // This is the connection's own thread.
        while ended.wait(timeout: min(.now() + 0.1, deadline)) != .success {
            guard isWanted(), .now() < deadline else {
                return .text("the opening of the URL goes on, and the answer does not wait longer", status: 504)
            }
        }
        return .text(outcome.withLock { $0 }, status: 200)
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
