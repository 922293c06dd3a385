/// The paths of all routes as a radix tree over bytes, in which paths are looked up.
///
/// A *label* is the text from one node to the next: literal segments, decoded, with the slashes behind them. *Folded* text is in lower
/// case: the whole path if case is ignored, or else its host.
///
/// A lookup descends as long as a label fits. Where none does, it takes the next alternative: a mixed segment, a
/// parameter, a wildcard or a tail. The first route that is found so is the best, unless priorities differ, or several
/// mixed or typed segments are at one position; then all are tried. Nothing is recorded on the way: which segments are
/// values is known from the pattern; see ``RouteHit``.
///
/// A path with escapes or dot segments is looked up in a copy without them, since labels are decoded; see
/// ``UInt8/asLabel``.
///
/// A class, so that a lookup counts no references to the arrays.
final class RouteTree: Sendable {
    let paths: PathTree
    let records: [RouteRecord]
    let addressing: Addressing
    let isIgnoringCase: Bool

    /// A tree of routes, in which their numbers are those in the list.
    init(_ records: [RouteRecord], _ addressing: Addressing, isIgnoringCase: Bool) {
        paths = PathTree(records, isIgnoringCase: isIgnoringCase, hasHosts: addressing.hasHosts)
        self.records = records
        self.addressing = addressing
        self.isIgnoringCase = isIgnoringCase
    }
}

extension Addressing {
    /// A Boolean value that indicates whether the first segment of a path may be a host.
    var hasHosts: Bool { if case .host(let rule) = self { rule == .path } else { true } }
}
