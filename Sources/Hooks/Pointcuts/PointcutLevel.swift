/// The first criterion of order among hooks of one priority, from the outside in.
enum PointcutLevel: Comparable, Sendable {
    /// Hooks that name neither a type nor an object: patterns of names, and conditions.
    case pattern
    case `protocol`
    case type
    case object
}
