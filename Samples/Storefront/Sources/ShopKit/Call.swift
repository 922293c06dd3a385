package import Dispatchers
package import Pages
package import Routing

/// The payload with which the server opens a path: the visit, and the fields of a form.
///
/// Fields are no extras, since those hide the values of the path.
package struct Call: Sendable {
    package let visit: Visit
    package let fields: [String: String]

    /// The address of the client; empty if it has none.
    package let peer: String

    package init(_ visit: Visit, fields: [String: String] = [:], from peer: String = "") {
        self.visit = visit
        self.fields = fields
        self.peer = peer
    }
}

extension RouteMatch {
    /// The payload of the server.
    package var call: Call {
        get throws { try payload(Call.self) }
    }

    package var visit: Visit { get throws { try call.visit } }

    /// Shows a screen in the visit that the path was opened for.
    package func show(_ make: @Sendable (ServiceScope) throws -> any Screen) async throws -> Page {
        let visit = try visit
        var params = parameters
        for (key, values) in query { params[key] = values.first }
        let links = visit.shop.links.owned(by: visit.states[.user].mark)
        return try await visit.navigator.show(with: params, links, make)
    }
}
