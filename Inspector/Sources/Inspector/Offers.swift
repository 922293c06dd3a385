import Dispatchers
import Foundation
import Routing
import Synchronization

/// The actions of pages in the app: posting messages of some types, setting some states, opening URLs.
final class Offers: Sendable {
    /// One thing that pages may do.
    struct Offer: Sendable {
        /// `post` or `set`.
        let kind: String

        /// The name of the message's type or of the state.
        let subject: String

        /// Returns the present value as JSON.
        let present: @Sendable () -> String?

        /// Does it with a value as JSON.
        let perform: @Sendable (Data) throws -> Bool
    }

    private struct State: Sendable {
        var offers: [Offer] = []
        var router: Router?

        /// The last messages of offered types as JSON, by the span of the post.
        var messages: [String: String] = [:]
        var spans: [String] = []
        var taps: [Registration] = []
    }

    private let trace: Trace
    private let state = Mutex(State())

    init(in trace: Trace) {
        self.trace = trace
    }

    var all: [Offer] { state.withLock { $0.offers } }

    var router: Router? { state.withLock { $0.router } }

    func offer(_ router: Router) {
        state.withLock { $0.router = router }
    }

    /// Lets pages post messages of a type.
    func offer<Message: Codable & Sendable>(_ type: Message.Type, to center: MessageCenter) {
        let tap = center.tap(type) { [weak self] message in self?.keep(message) }
        let offer = Offer(kind: "post", subject: "\(type)") {
            nil
        } perform: { [weak center] data in
            let message = try JSONDecoder().decode(Message.self, from: data)
            return center?.post(message) ?? false
        }
        state.withLock { state in
            state.offers.append(offer)
            state.taps.append(tap)
        }
    }

    /// Lets pages set a state.
    func offer<Value: Codable & Sendable>(_ key: StateKey<Value>, of center: ObserverCenter) {
        let offer = Offer(kind: "set", subject: key.name) { [weak center] in
            center.flatMap { try? Self.json($0[key]) }
        } perform: { [weak center] data in
            let value = try JSONDecoder().decode(Value.self, from: data)
            return center?.set(key, to: value) ?? false
        }
        state.withLock { $0.offers.append(offer) }
    }

    /// Returns the JSON of the message that was posted in an event.
    func message(of context: TraceContext) -> String? { state.withLock { $0.messages[context.spanID] } }

    private func keep(_ message: some Encodable) {
        guard let span = trace.context?.spanID, let json = try? Self.json(message) else { return }
        // A longer one could not be posted again.
        if json.utf8.count > RequestLimits.largestBody { return }
        state.withLock { state in
            state.messages[span] = json
            state.spans.append(span)
            if state.spans.count > 256 { state.messages[state.spans.removeFirst()] = nil }
        }
    }

    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
