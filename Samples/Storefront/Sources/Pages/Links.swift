package import Routing

/// Writes the paths of pages and actions.
///
/// Outside of the shop, as in a test of one screen, there are no routers: a path is the pattern of its route then.
package struct Links: Sendable {
    private let pages: Router?
    private let actions: Router?

    package init(pages: Router? = nil, actions: Router? = nil) {
        self.pages = pages
        self.actions = actions
    }

    /// The path of a page; that of the first page for text that no URL can have.
    package func path(_ page: some TypedRoute) -> String {
        guard let pages else { return type(of: page).pattern }
        return (try? pages.path(for: page)) ?? "/"
    }

    /// The path of an action.
    package func action(_ action: some TypedRoute) -> String {
        guard let actions else { return type(of: action).pattern }
        return (try? actions.path(for: action)) ?? "/"
    }

    /// A link to a page.
    package func link(_ page: some TypedRoute, _ text: String) -> HTML { "<a href=\"\(path(page))\">\(text)</a>" }

    /// A form that posts to an action; a live one does so without leaving the page, where JavaScript is on.
    package func form(
        _ action: some TypedRoute, _ content: HTML, live: Bool = false, kind: String = "", id: String = ""
    ) -> HTML {
        let mark: HTML = live ? " data-live=\"\"" : ""
        let name: HTML = id.isEmpty ? "" : " id=\"\(id)\""
        return """
            <form method="post" action="\(self.action(action))" class="\(kind)"\(name)\(mark)>\(content)</form>
            """
    }

    /// A form with nothing but a button.
    package func button(_ action: some TypedRoute, _ text: String, live: Bool = true, label: String = "") -> HTML {
        let name: HTML = label.isEmpty ? "" : " aria-label=\"\(label)\""
        return form(action, "<button\(name)>\(text)</button>", live: live, kind: "inline")
    }
}
