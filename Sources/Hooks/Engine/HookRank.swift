/// The position of a hook among those of a join point: by priority, then level, then order of registration.
///
/// The first is the outermost.
struct HookRank: Comparable, Sendable {
    let priority: Int
    let level: PointcutLevel
    let number: UInt64

    init(priority: Int, level: PointcutLevel, number: UInt64) {
        self.priority = priority
        self.level = level
        self.number = number
    }

    /// The position of a hook at a join point.
    init(of entry: HookEntry, at signature: JoinPointSignature) {
        let rule = entry.terms.rule
        let isOfPointcut = entry.advice is PointcutAdvice
        let level = !isOfPointcut && rule.isAlways ? PointcutLevel.type : rule.level(signature)
        self.init(priority: entry.terms.priority, level: level, number: entry.number)
    }

    static func < (left: Self, right: Self) -> Bool {
        if left.priority != right.priority { return left.priority > right.priority }
        if left.level != right.level { return left.level < right.level }
        return left.number < right.number
    }
}
