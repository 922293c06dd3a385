package import Dispatchers

/// What changes on the pages of open tabs.
package struct Patch: Sendable, Equatable, Encodable {
    package enum Kind: String, Sendable, Encodable {
        /// The content of `data-region`.
        case html
        /// The value of the fields with this `data-bind`.
        case value
        /// The sentence beside the fields with this `data-bind`; empty when the text is right.
        case problem
        /// Whether the buttons with this `data-enabled` can be pressed: `true` or `false`.
        case enabled
        /// A text that is shown for a while.
        case toast
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

/// A part of pages that follows a state: open tabs observe it, and get what it is when they begin.
package struct Region: Sendable {
    /// Whose state it follows.
    package enum Home: Sendable {
        case visit
        case shop
    }

    package let home: Home
    /// Whether it is for staff alone.
    package let isForStaff: Bool
    private let begin: @Sendable (ObserverCenter, any PatchSink) -> Void

    /// Follows a state; of what it renders, only the patches that differ from before are passed on,
    /// and what it renders no more is emptied.
    package init<Value: Sendable & Equatable>(
        of path: StatePath<Value>, in home: Home = .visit, forStaff isForStaff: Bool = false,
        _ render: @escaping @Sendable (Value) -> [Patch]
    ) {
        self.home = home
        self.isForStaff = isForStaff
        begin = { center, sink in Self.observe(path, in: center, for: sink, render) }
    }

    /// Passes patches to the sink for as long as it lives.
    package func observe(in center: ObserverCenter, for sink: any PatchSink) { begin(center, sink) }

    private static func observe<Value: Sendable & Equatable, Sink: PatchSink>(
        _ path: StatePath<Value>, in center: ObserverCenter, for sink: Sink,
        _ render: @escaping @Sendable (Value) -> [Patch]
    ) {
        center.observe(path, by: sink) { sink, change in
            let (before, after) = (change.old.map(render) ?? [], render(change.new))
            let gone = before.filter { old in !after.contains { $0.kind == old.kind && $0.name == old.name } }
            let patches = after.filter { !before.contains($0) } + gone.map { Patch($0.kind, $0.name, "") }
            if !patches.isEmpty { sink.take(patches) }
        }
    }
}

/// A region's place on a page, with what it shows first.
package func region(_ name: String, _ content: HTML, tag: String = "span") -> HTML {
    "<\(tag) data-region=\"\(name)\">\(content)</\(tag)>"
}
