import Dispatchers
import Foundation

/// A plain sentence about an event of a trace.
struct Sentence {
    let text: String

    init(_ event: TraceEvent, _ mechanism: Step.Mechanism) {
        text = Self.beginning(of: event, mechanism) + Self.end(of: event.outcome) + "."
    }

    private static func beginning(of event: TraceEvent, _ mechanism: Step.Mechanism) -> String {
        let subject = event.subject
        switch event.kind {
        case .span: return "The browser asked: \(subject)"
        case .route: return "The router opened \(subject)"
        case .guard: return "The guard “\(subject)” was asked"
        case .redirect: return "It was led on to \(subject)"
        case .post: return "\(subject) was posted"
        case .request: return "\(subject) was asked, and one module answers"
        case .set: return "The state “\(subject)” was set"
        case .call: return "\(plain(subject)) was called"
        case .service: return "The service \(plain(subject)) was made"
        case .moment: return "The moment \(subject) was announced"
        case .hook: return "A hook ran: \(subject)"
        case .delivery: return delivery(of: subject, mechanism)
        @unknown default: return "An event was recorded: \(subject)"
        }
    }

    private static func delivery(of subject: String, _ mechanism: Step.Mechanism) -> String {
        switch mechanism {
        case .state: "An observer of \(state(subject)) received the change"
        case .call: "A receiver of \(plain(subject)) was called"
        case .route: "The handler of the route ran"
        default: "A subscriber received \(subject)"
        }
    }

    /// The end of the sentence, for an outcome that has to be said.
    ///
    /// The text of an error is for the log alone.
    private static func end(of outcome: TraceEvent.Outcome) -> String {
        switch outcome {
        case .done, .running, .queued: ""
        case .unreceived: ", and nothing received it"
        case .dropped: ", and dropped, since too many waited"
        case .failed: ", and failed"
        case .refused(let reason): ", and refused: " + (reason.last == "." ? String(reason.dropLast()) : reason)
        case .invalid: ", and is no valid path"
        case .notFound: ", and no route matches"
        case .declined: ", and the route declined"
        case .parked(let name): ", and parked by the guard “\(name)”"
        case .held: ", and held until the shop is ready"
        case .redirected(let path): ", and led to \(path)"
        @unknown default: ""
        }
    }

    /// A state, or a part of one that has no name where it was made by a computed property.
    static func state(_ subject: String) -> String {
        let parts = subject.components(separatedBy: ".<")
        return parts.count == 1 ? "“\(subject)”" : "a part of “\(parts[0])”"
    }

    private static func plain(_ type: String) -> String { type.hasPrefix("any ") ? String(type.dropFirst(4)) : type }
}
