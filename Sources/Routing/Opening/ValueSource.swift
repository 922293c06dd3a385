/// Where a value that a handler sees comes from; a later one hides an earlier.
public enum ValueSource: Sendable, Hashable, Comparable {
    /// The query of the URL.
    case query

    /// The query of a URL that was opened before, under a sticky key of the router.
    case sticky

    /// A parameter of the pattern.
    case path

    /// What the caller of `open` added.
    case extra
}
