import SignalboxCore

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
    /// Advice is stored without its isolation (`withoutIsolation`). That is sound: a `HookStep` calls advice with an actor only where that is the
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

/// The relation of advice to the call that it advises.
enum HookKind {
    case before, after, around
}

/// A reference to the one object of a pointcut, or to the owner of a hook, which does not keep it alive.
///
/// The object need not be `Sendable`, unlike that of a `WeakReference`, since nothing is done with it but to ask whether it
/// is gone.
final class HookedObject: Sendable {
    let id: ObjectIdentifier
    let type: Any.Type

    // Sound though the object need not be `Sendable`: it is only compared with `nil`. Retaining for a short time what
    // another isolation owns may release the object here instead of there, which a `deinit` must expect anyway.
    private nonisolated(unsafe) weak let object: AnyObject?

    // Sound, since it is never read. While there is an unowned reference to an object, its memory is not used again: an
    // object of this identifier is this one.
    private nonisolated(unsafe) unowned let memory: AnyObject

    init(_ object: AnyObject) {
        id = ObjectIdentifier(object)
        type = Swift.type(of: object)
        unsafe memory = object
        unsafe self.object = object
    }

    /// A Boolean value that indicates whether the object was released.
    ///
    /// Reading it may release the object: never read it under a lock.
    var isGone: Bool { unsafe object == nil }
}
