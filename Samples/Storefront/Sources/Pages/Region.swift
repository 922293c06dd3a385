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
    /// The centers of the visit that the patches are for.
    var centers: Region.Centers { get }

    /// Takes patches on whatever thread made them.
    func take(_ patches: [Patch])
}

/// A part of pages that follows a state.
///
/// One closure renders it: `now(in:)` for a page that is shown, and `observe(for:)` for the open tabs that follow, which get the
/// content at the time when they begin.
package struct Region: Sendable {
    /// The owner of the state that it follows.
    package enum Home: Sendable, CaseIterable {
        case visit
        case customer
        case shop
    }

    /// The centers of a visit.
    package typealias Centers = @Sendable (Home) -> ObserverCenter

    /// A Boolean value that indicates whether it is for staff alone.
    package let isForStaff: Bool
    private let render: @Sendable (Centers) -> [Patch]
    private let begin: @Sendable (any PatchSink) -> Void

    /// Follows a state.
    ///
    /// Only patches that differ from those before are passed on, and what is rendered no more is emptied.
    package init<Value: Sendable & Equatable>(
        of path: StatePath<Value>, in home: Home = .visit, forStaff isForStaff: Bool = false,
        _ render: @escaping @Sendable (Value) -> [Patch]
    ) {
        self.isForStaff = isForStaff
        self.render = { centers in render(centers(home)[path]) }
        begin = { sink in Self.observe(path, in: home, for: sink) { value, _ in render(value) } }
    }

    /// Follows two states, which may have two owners.
    ///
    /// The closure may read other states, too. It does not follow those.
    package init<First: Sendable & Equatable, Second: Sendable & Equatable>(
        of first: StatePath<First>, in firstHome: Home, and second: StatePath<Second>, in secondHome: Home,
        _ render: @escaping @Sendable (First, Second, Centers) -> [Patch]
    ) {
        isForStaff = false
        self.render = { centers in render(centers(firstHome)[first], centers(secondHome)[second], centers) }
        begin = { sink in
            Self.observe(first, in: firstHome, for: sink) { render($0, $1(secondHome)[second], $1) }
            Self.observe(second, in: secondHome, for: sink) { render($1(firstHome)[first], $0, $1) }
        }
    }

    /// The content at this moment.
    package func now(in centers: Centers) -> RegionContent { RegionContent(of: render(centers)) }

    /// Passes patches to the sink for as long as it lives.
    package func observe(for sink: any PatchSink) { begin(sink) }

    private static func observe<Value: Sendable & Equatable, Sink: PatchSink>(
        _ path: StatePath<Value>, in home: Home, for sink: Sink,
        _ render: @escaping @Sendable (Value, Centers) -> [Patch]
    ) {
        sink.centers(home).observe(path, by: sink) { sink, change in
            let before = change.old.map { render($0, sink.centers) } ?? []
            let after = render(change.new, sink.centers)
            let gone = before.filter { old in !after.contains { $0.kind == old.kind && $0.name == old.name } }
            let patches = after.filter { !before.contains($0) } + gone.map { Patch($0.kind, $0.name, "") }
            if !patches.isEmpty { sink.take(patches) }
        }
    }
}
