package import Dispatchers
package import Pages
package import Routing

/// What the server hands over with a path: the visit, and the fields of a form.
///
/// It is the payload of the opening. Fields are no extras, since those hide the values of the path.
package struct Call: Sendable {
    package let visit: Visit
    package let fields: [String: String]

    package init(_ visit: Visit, fields: [String: String] = [:]) {
        self.visit = visit
        self.fields = fields
    }
}

/// What an action answers.
package enum Answer: Sendable {
    /// The browser goes to this path.
    case next(String)
    /// Nothing has to be shown.
    ///
    /// A form without JavaScript goes back to this path.
    case done(back: String)
    /// The text of a bound field as it was taken.
    case taken(String)
    /// It was not done, for this reason.
    case problem(String)
}

/// A path was opened by other means than the server.
package struct NoCall: Error {}

extension RouteMatch {
    /// What the server handed over.
    package var call: Call {
        get throws {
            guard let call = payload(as: Call.self) else { throw NoCall() }
            return call
        }
    }

    package var visit: Visit { get throws { try call.visit } }

    /// Shows a screen in the visit that the path was opened for.
    package func show(_ make: @Sendable (ServiceScope) throws -> any Screen) async throws -> Page {
        let visit = try visit
        var params = parameters
        for (key, values) in query { params[key] = values.first }
        return try await visit.navigator.show(with: params, visit.shop.links, make)
    }
}
