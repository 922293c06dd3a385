import Dispatchers

/// One step of what an action of a visitor led to, with the steps that it caused.
package struct Step: Sendable, Equatable {
    /// The way in which one module spoke to another.
    package enum Mechanism: String, Sendable {
        case state
        case message
        case call
        case hook
        case route
        case request
    }

    package let mechanism: Mechanism

    /// A plain sentence.
    package let sentence: String

    /// The file and line that caused it.
    package let location: String

    /// The file and line of the handler that ran, if there is one.
    package let receiver: String?

    /// The duration in microseconds; `nil` while it runs.
    package let microseconds: Int?

    /// The number of equal steps that it represents.
    package var count = 1

    package var effects: [Step] = []

    /// A Boolean value that indicates whether open tabs received it.
    ///
    /// Their number is not for this visitor.
    let isOfTabs: Bool

    /// Creates a step for an event, inside of one that has a mechanism.
    init(_ event: TraceEvent, in outer: Mechanism?) {
        mechanism = Mechanism(of: event.kind, in: outer)
        isOfTabs =
            event.kind == .delivery && outer == .state && event.scope == "shop" && event.receiver?.isInTab == true
        sentence =
            isOfTabs
            ? "Every open tab that shows \(Sentence.state(event.subject)) received the change."
            : Sentence(event, mechanism).text
        location = "\(event.location)"
        receiver = event.receiver.map { "\($0)" }
        microseconds = event.duration.map { Int($0 / .microseconds(1)) }
    }

    /// Creates a step for a request whose event was overwritten, since it has led to more events than a trace keeps.
    init(overwritten request: String, at location: String) {
        mechanism = .request
        sentence = "The browser asked: \(request). It has led to more steps than are kept."
        self.location = location
        receiver = nil
        microseconds = nil
        isOfTabs = false
    }

    /// Returns whether the steps differ in nothing but their durations, and caused nothing.
    func isLike(_ other: Step) -> Bool {
        effects.isEmpty && other.effects.isEmpty && sentence == other.sentence && location == other.location
            && receiver == other.receiver
    }
}

extension SourceLocation {
    /// A Boolean value that indicates whether an open tab observes there.
    fileprivate var isInTab: Bool { ["Pages/RegionStates.swift", "Live/Tab.swift"].contains(fileID) }
}

extension Step.Mechanism {
    /// The mechanism of an event.
    ///
    /// That of a delivery is that of the event that is delivered.
    init(of kind: TraceEvent.Kind, in outer: Self?) {
        switch kind {
        case .set: self = .state
        case .post, .request: self = .message
        case .call, .service: self = .call
        case .hook, .moment: self = .hook
        case .route, .guard, .redirect: self = .route
        case .delivery: self = outer ?? .message
        case .span: self = .request
        @unknown default: self = outer ?? .request
        }
    }
}
