/// The position of a hook among those of a join point: by priority, then level, then order of registration.
///
/// The first is the outermost.
struct HookRank: Comparable, Sendable {
    let priority: Int
    let level: PointcutLevel
    let number: UInt64

    static func < (left: Self, right: Self) -> Bool {
        if left.priority != right.priority { return left.priority > right.priority }
        if left.level != right.level { return left.level < right.level }
        return left.number < right.number
    }
}
