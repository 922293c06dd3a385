package import Routing

/// Writes the paths of pages and actions.
///
/// Outside of the shop, as in a test of one screen, there are no routers: a path is the pattern of its route then.
package struct Links: Sendable {
    /// The path of the first page.
    private static let first = "/"

    private let pages: Router?
    private let actions: Router?

    /// The mark of the user whose data the forms of a page hold; empty where there is none.
    package private(set) var owner = ""

    package init(pages: Router? = nil, actions: Router? = nil) {
        self.pages = pages
        self.actions = actions
    }

    /// The links of a page that a user sees.
    package func owned(by mark: String) -> Links {
        var links = self
        links.owner = mark
        return links
    }

    /// The path of a page; that of the first page for text that no URL can have.
    package func path(_ page: some TypedRoute) -> String {
        guard let pages else { return type(of: page).pattern }
        return (try? pages.path(for: page)) ?? Self.first
    }

    /// The path of an action.
    package func action(_ action: some TypedRoute) -> String {
        guard let actions else { return type(of: action).pattern }
        return (try? actions.path(for: action)) ?? Self.first
    }

    /// A link to a page.
    package func link(_ page: some TypedRoute, _ text: String) -> HTML { "<a href=\"\(path(page))\">\(text)</a>" }

    /// A form that posts to an action.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - content: The content of the form.
    ///   - isLive: Whether it does not leave the page where JavaScript is on.
    ///   - kind: The class of the element.
    ///   - id: The name of the form, for fields and buttons outside of it.
    ///   - isTakenOnce: Whether a live form is emptied when its action has taken what is typed.
    /// - Returns: The form.
    package func form(
        _ action: some TypedRoute, _ content: HTML, live isLive: Bool = false, kind: String = "", id: String = "",
        isTakenOnce: Bool = false
    ) -> HTML {
        let mark: HTML = isLive ? " data-live=\"\"" : ""
        let once: HTML = isTakenOnce ? " data-once=\"\"" : ""
        let name: HTML = id.isEmpty ? "" : " id=\"\(id)\""
        return """
            <form method="post" action="\(self.action(action))" class="\(kind)"\(name)\(mark)\(once)>\(content)</form>
            """
    }

    /// A form with nothing but a button.
    package func button(_ action: some TypedRoute, _ text: String, live: Bool = true, label: String = "") -> HTML {
        form(action, "<button\(Self.label(label))>\(text)</button>", live: live, kind: "inline")
    }

    /// A button of another action, which sends the fields of a form along: without JavaScript they are kept, too.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - text: The text of the button.
    ///   - form: The name of the form.
    ///   - label: The name of the button for those who do not see it.
    ///   - value: A field that only this button sends.
    /// - Returns: The button.
    package func button(
        _ action: some TypedRoute, _ text: String, of form: String, label: String = "",
        sending value: (name: String, value: String)? = nil
    ) -> HTML {
        let field: HTML? = value.map { " name=\"\($0.name)\" value=\"\($0.value)\"" }
        return """
            <button form="\(form)" formaction="\(self.action(action))"\(field)\(Self.label(label))>\(text)</button>
            """
    }

    private static func label(_ label: String) -> HTML { label.isEmpty ? "" : " aria-label=\"\(label)\"" }
}
