/// The content of a region at one moment, for a page.
package struct RegionContent: Sendable {
    private var contents: [String: String] = [:]
    private var enabled: Set<String> = []

    init(of patches: [Patch]) {
        for patch in patches {
            switch patch.kind {
            case .html: contents[patch.name] = patch.content
            case .enabled: if patch.content == "true" { enabled.insert(patch.name) }
            case .value, .problem, .toast, .mark, .whole: break
            }
        }
    }

    /// An element with the content of a name, which open tabs keep up to date.
    ///
    /// It is empty where the region has nothing of that name now.
    package func element(_ name: String, tag: String = "span") -> HTML {
        "<\(tag) data-region=\"\(name)\">\(HTML(trusted: contents[name] ?? ""))</\(tag)>"
    }

    /// Returns a Boolean value that indicates whether the buttons of a name can be pressed.
    package func isEnabled(_ name: String) -> Bool { enabled.contains(name) }
}
