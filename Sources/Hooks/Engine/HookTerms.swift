import SignalboxCore

/// The relation of advice to the call that it advises.
enum HookKind {
    case before, after, around
}

/// The conditions under which a hook was registered.
struct HookTerms: Sendable {
    /// Kind and subject, for a developer.
    let what: String
    let priority: Int
    let location: SourceLocation
    var rule = PointcutRule.all

    /// The scope in which the hook was registered.
    var scope: HookScope?

    /// The actor on which the advice has to be called; `nil` if the compiler checks that.
    ///
    /// Advice is stored without its isolation (`plain`). That is sound: a `HookStep` calls advice with an actor only where that is the
    /// current one, and advice of the main actor in a pointcut only at join points of the main actor.
    var isolation: (any Actor)?

    /// A Boolean value that indicates whether the advice of a pointcut applies only to join points of the main actor.
    var needsMainActor = false
    var owner: HookedObject?

    init(_ kind: HookKind, _ subject: String, _ priority: Int, _ fileID: StaticString, _ line: Int) {
        what = "\(kind) \(subject)"
        self.priority = priority
        location = SourceLocation(fileID: fileID, line: line)
    }

    /// The terms of a hook that is registered in the current scope.
    init<Target>(
        _ kind: HookKind, _ pointcut: Pointcut<Target>, _ priority: Int, _ fileID: StaticString, _ line: Int,
        _ isolation: (any Actor)? = nil
    ) {
        let subject = pointcut.rule.isAlways ? "\(Target.self)" : "\(Target.self), \(pointcut.rule.text)"
        self.init(kind, subject, priority, fileID, line)
        rule = pointcut.rule
        scope = HookScope.current.last
        self.isolation = isolation
    }
}
