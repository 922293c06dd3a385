package import Pages

/// The panel below each page that shows the steps of the visitor's last action.
package enum StepsPanel {
    /// The footer of a page.
    ///
    /// Opens without JavaScript, too. A browser remembers whether its visitor has opened or closed it.
    ///
    /// - Parameters:
    ///   - steps: The steps of the visitor's last action.
    ///   - path: The path of the page with nothing but the steps.
    ///   - inspector: The address of the inspector, if this visitor may see it.
    ///   - isOpen: Whether it is open, unless the visitor has closed it.
    /// - Returns: The footer.
    package static func footer(
        _ steps: RegionContent, page path: String, inspector: String?, open isOpen: Bool
    ) -> HTML {
        let mark: HTML = isOpen ? " open" : ""
        let more: HTML? = inspector.map {
            "<p><a href=\"\($0)\" rel=\"noreferrer\" target=\"_blank\">All causes, in the inspector</a></p>"
        }
        return """
            <footer id="steps"><details\(mark)><summary>What just happened?</summary>
            \(steps.element("steps", tag: "div"))
            <p><a href="\(path)">On a page of its own</a></p>\(more)</details></footer>
            """
    }

    /// The steps as lists in lists.
    package static func steps(of action: Action) -> HTML {
        guard !action.requests.isEmpty else { return "<p>Nothing yet: click on something.</p>" }
        return "<ol class=\"steps\">\(action.requests.map { item($0) })</ol>"
    }

    private static func item(_ step: Step) -> HTML {
        let times: HTML = step.count == 1 ? "" : " <small>\(step.count) times</small>"
        let duration: HTML = step.microseconds.map { "<small>\(Self.duration(of: $0))</small>" } ?? ""
        let receiver: HTML = step.receiver.map { " → <code>\($0)</code>" } ?? ""
        let effects: HTML = step.effects.isEmpty ? "" : "<ol>\(step.effects.map { item($0) })</ol>"
        return """
            <li class="\(step.mechanism.rawValue)"><b>\(step.mechanism.rawValue)</b> \(step.sentence)\(times) \
            <span class="where"><code>\(step.location)</code>\(receiver) \(duration)</span>\(effects)</li>
            """
    }

    /// A duration as a reader says it: in milliseconds, with a fraction where that is much of it.
    static func duration(of microseconds: Int) -> String {
        switch microseconds {
        case ..<100: "less than 0.1 ms"
        case ..<10_000: "\(microseconds / 1_000).\(microseconds / 100 % 10) ms"
        case ..<1_000_000: "\(microseconds / 1_000) ms"
        default: "\(microseconds / 1_000_000).\(microseconds / 100_000 % 10) s"
        }
    }
}
