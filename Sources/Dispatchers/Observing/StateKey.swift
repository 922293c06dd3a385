/// The place where modules declare the keys of the states that they own.
///
/// ```swift
/// extension StateKeys {
///     static let cart = StateKey(default: Cart())
/// }
///
/// center[.cart]
/// ```
///
/// It has no members but those; it is the superclass of all keys, so that a leading dot finds them. In a module that
/// is isolated to the main actor by default, declare them in a `nonisolated extension`.
///
/// `@unchecked` only because a class with subclasses cannot be checked. Neither this class nor its two subclasses, which
/// are all there can be, have a stored property that is not an immutable `Sendable`: a `StateSource` and a `StateRoot`,
/// both of which the compiler checks.
public class StateKeys: @unchecked Sendable {
    init() {}
}

/// A state, or a part of one: what can be read and observed.
///
/// A key path into the value of a key names a part of it, with optionals on the way; `[id:]` and `[ifPresent:]` name elements
/// of a collection. Who observes a part that is `Equatable` is told only when it has changed.
///
/// ```swift
/// center.observe(.cart[\.total], by: self) { badge, change in badge.show(change.new) }
/// center.observe(.cart[\.items][id: 7][\.?.name]) { change in print(change.new ?? "gone") }
/// ```
///
/// `@unchecked` for the reason that is given at `StateKeys`.
public class StatePath<Value: Sendable>: StateKeys, @unchecked Sendable {
    let source: any StateSource<Value>

    init(_ source: any StateSource<Value>) {
        self.source = source
    }

    /// A part of the value.
    public subscript<Part: Sendable>(path: any KeyPath<Value, Part> & Sendable) -> StatePath<Part> {
        StatePath<Part>(StatePart(of: source, areEqual: nil) { $0[keyPath: path] })
    }

    /// A part of the value, whose observers are told only when it has changed.
    public subscript<Part: Sendable & Equatable>(path: any KeyPath<Value, Part> & Sendable) -> StatePath<Part> {
        StatePath<Part>(StatePart(of: source, areEqual: { $0 == $1 }) { $0[keyPath: path] })
    }
}

/// The key of a state: who has it can read, set and observe the state in any `ObserverCenter`.
///
/// The owner of a state declares its key once, in an extension of `StateKeys`; two keys are two states, whatever their
/// types and names.
///
/// `@unchecked` for the reason that is given at `StateKeys`.
public final class StateKey<Value: Sendable>: StatePath<Value>, @unchecked Sendable {
    let root: StateRoot<Value>

    /// Creates a key, which is another than all others.
    ///
    /// - Parameters:
    ///   - initial: The state's value until it is set, in every center.
    ///   - fileID: Where the key is declared; leave it to the compiler.
    ///   - line: Where the key is declared; leave it to the compiler.
    public init(default initial: Value, fileID: StaticString = #fileID, line: Int = #line) {
        root = StateRoot(default: initial, at: SourceLocation(fileID: fileID, line: line))
        super.init(root)
    }
}
