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
        /// The first patch of a stream: the patches with it are all there are, and everything else is empty.
        case whole
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

    package static let whole = Self(.whole, "", "")
}
