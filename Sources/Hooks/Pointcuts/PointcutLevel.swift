/// The first criterion of order among hooks of one priority, from the outside in.
enum PointcutLevel: Comparable, Sendable {
    case pattern, `protocol`, type, object
}
