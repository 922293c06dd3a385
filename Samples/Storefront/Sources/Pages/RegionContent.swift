/// The content of a region at one moment: what a page shows first.
package struct RegionContent: Sendable {
    private var contents: [String: String] = [:]
    private var enabled: Set<String> = []

    init(of patches: [Patch]) {
        for patch in patches {
            switch patch.kind {
            case .html: contents[patch.name] = patch.content
            case .enabled: if patch.content == "true" { enabled.insert(patch.name) }
            case .value, .problem, .toast, .mark: break
            }
        }
    }

    /// An element of a page with the content of a name, which open tabs keep up to date; empty if there is none now.
    package func element(_ name: String, tag: String = "span") -> HTML {
        "<\(tag) data-region=\"\(name)\">\(HTML(trusted: contents[name] ?? ""))</\(tag)>"
    }

    /// Returns whether the buttons of a name can be pressed.
    package func isEnabled(_ name: String) -> Bool { enabled.contains(name) }
}
