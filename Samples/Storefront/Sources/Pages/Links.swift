package import Routing

/// Writes the paths of places and actions.
///
/// Outside of the shop, as in a test of one screen, there are no routers: a path is the pattern of its place then.
package struct Links: Sendable {
    private let places: Router?
    private let actions: Router?

    package init(places: Router? = nil, actions: Router? = nil) {
        self.places = places
        self.actions = actions
    }

    /// The path of a place; that of the first page for text that no URL can have.
    package func path(_ place: some TypedRoute) -> String {
        guard let places else { return type(of: place).pattern }
        return (try? places.path(for: place)) ?? "/"
    }

    /// A link to a place.
    package func link(_ place: some TypedRoute, _ text: String) -> HTML { "<a href=\"\(path(place))\">\(text)</a>" }

    /// A form that posts to an action; a live one does so without leaving the page, where JavaScript is on.
    package func form(
        _ action: some TypedRoute, _ content: HTML, live: Bool = false, kind: String = "", id: String = ""
    ) -> HTML {
        let path = actions.map { (try? $0.path(for: action)) ?? "/" } ?? type(of: action).pattern
        let mark: HTML = live ? " data-live=\"\"" : ""
        let name: HTML = id.isEmpty ? "" : " id=\"\(id)\""
        return "<form method=\"post\" action=\"\(path)\" class=\"\(kind)\"\(name)\(mark)>\(content)</form>"
    }

    /// A form with nothing but a button.
    package func button(_ action: some TypedRoute, _ text: String, live: Bool = true, label: String = "") -> HTML {
        let name: HTML = label.isEmpty ? "" : " aria-label=\"\(label)\""
        return form(action, "<button\(name)>\(text)</button>", live: live, kind: "inline")
    }
}
