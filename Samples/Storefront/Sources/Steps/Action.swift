package import Dispatchers

/// The requests of a visitor's last action: the press of a button, and the page that it led to.
package struct Action: Sendable, Equatable {
    /// The steps of each request.
    package var requests: [Step] = []

    /// The path that the answer leads to.
    package var next: String?

    package init() {}
}

extension StateKeys {
    /// The steps of the visitor's last action.
    package static let lastAction = StateKey("lastAction", default: Action())
}
