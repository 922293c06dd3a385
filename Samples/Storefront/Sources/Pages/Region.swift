package import Dispatchers

/// A change of the pages of open tabs.
package struct Patch: Sendable, Equatable, Encodable {
    package enum Kind: String, Sendable, Encodable {
        /// The content of `data-region`.
        case html
        /// The value of the fields with this `data-bind`.
        case value
        /// The sentence beside the fields with this `data-bind`; empty when the text is right.
        case problem
        /// The state of the buttons with this `data-enabled`: `true` if they can be pressed, or `false`.
        case enabled
        /// A text that is shown for a while.
        case toast
        /// The mark of the `data-region` of this name: where it differs, the region is fetched again.
        case mark
    }

    package let kind: Kind
    package let name: String
    package let content: String

    package init(_ kind: Kind, _ name: String, _ content: String) {
        self.kind = kind
        self.name = name
        self.content = content
    }

    package init(_ region: String, _ html: HTML) { self.init(.html, region, html.text) }
}

/// Receives patches.
package protocol PatchSink: AnyObject, Sendable {
    /// Takes patches on whatever thread made them.
    func take(_ patches: [Patch])
}

/// A part of pages that follows a state: open tabs observe it, and get its content when they begin.
package struct Region: Sendable {
    /// The owner of the state that it follows.
    package enum Home: Sendable {
        case visit
        case customer
        case shop
    }

    /// The centers of a visit.
    package typealias Centers = @Sendable (Home) -> ObserverCenter

    /// A Boolean value that indicates whether it is for staff alone.
    package let isForStaff: Bool
    private let begin: @Sendable (Centers, any PatchSink) -> Void

    /// Follows a state.
    ///
    /// Only patches that differ from those before are passed on, and what is rendered no more is emptied.
    package init<Value: Sendable & Equatable>(
        of path: StatePath<Value>, in home: Home = .visit, forStaff isForStaff: Bool = false,
        _ render: @escaping @Sendable (Value) -> [Patch]
    ) {
        self.isForStaff = isForStaff
        begin = { centers, sink in Self.observe(path, in: centers(home), for: sink, render) }
    }

    /// Follows two states, which may have two owners.
    package init<First: Sendable & Equatable, Second: Sendable & Equatable>(
        of first: StatePath<First>, in firstHome: Home, and second: StatePath<Second>, in secondHome: Home,
        _ render: @escaping @Sendable (First, Second) -> [Patch]
    ) {
        isForStaff = false
        begin = { centers, sink in
            let (one, two) = (centers(firstHome), centers(secondHome))
            Self.observe(first, in: one, for: sink) { render($0, two[second]) }
            Self.observe(second, in: two, for: sink) { render(one[first], $0) }
        }
    }

    /// Passes patches to the sink for as long as it lives.
    package func observe(in centers: Centers, for sink: any PatchSink) { begin(centers, sink) }

    private static func observe<Value: Sendable & Equatable, Sink: PatchSink>(
        _ path: StatePath<Value>, in center: ObserverCenter, for sink: Sink,
        _ render: @escaping @Sendable (Value) -> [Patch]
    ) {
        center.observe(path, by: sink) { sink, change in
            let before = change.old.map(render) ?? []
            let after = render(change.new)
            let gone = before.filter { old in !after.contains { $0.kind == old.kind && $0.name == old.name } }
            let patches = after.filter { !before.contains($0) } + gone.map { Patch($0.kind, $0.name, "") }
            if !patches.isEmpty { sink.take(patches) }
        }
    }
}

/// A region of a page, with its first content.
package func region(_ name: String, _ content: HTML, tag: String = "span") -> HTML {
    "<\(tag) data-region=\"\(name)\">\(content)</\(tag)>"
}
