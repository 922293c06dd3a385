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
/// A key path into the value of a key names a part of it, with optionals and elements of collections on the way. Who
/// observes a part that is `Equatable` is told only when it has changed.
///
/// ```swift
/// center.observe(.cart[\.total], by: self) { badge, change in badge.show(change.new) }
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
        StatePath<Part>(StatePart(of: source, at: path, areEqual: nil))
    }

    /// A part of the value, whose observers are told only when it has changed.
    public subscript<Part: Sendable & Equatable>(path: any KeyPath<Value, Part> & Sendable) -> StatePath<Part> {
        StatePath<Part>(StatePart(of: source, at: path) { $0 == $1 })
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

extension Collection {
    /// The element at a place, or `nil` when there is none: for key paths into a state, which must not fail.
    ///
    /// ```swift
    /// center.observe(.cart[\.items[ifPresent: 0]?.name], by: self) { screen, change in screen.show(change.new) }
    /// ```
    ///
    /// Takes constant time, or time linear in the index if the collection has no random access.
    public subscript(ifPresent index: Int) -> Element? {
        guard index >= 0 else { return nil }
        return dropFirst(index).first
    }
}

extension Collection where Element: Identifiable {
    /// The first element with an identity, or `nil`: for key paths into a state.
    ///
    /// Takes time linear in the number of elements.
    public subscript(id id: Element.ID) -> Element? { first { $0.id == id } }
}

/// Where a path's values come from.
protocol StateSource<Value>: Sendable {
    associatedtype Value: Sendable

    func value(in center: ObserverCenter) -> Value

    /// Lets somebody observe.
    func attach(_ attachment: StateAttachment<Value>, to center: ObserverCenter) -> Registration?
}

/// A whole state, which has its own place in each center.
final class StateRoot<Value: Sendable>: StateSource {
    let initial: Value
    let layout = StateBox.Layout(of: Value.self)
    let location: SourceLocation

    init(default initial: Value, at location: SourceLocation) {
        self.initial = initial
        self.location = location
    }

    func value(in center: ObserverCenter) -> Value {
        guard let topic = center.listeners[ObjectIdentifier(self)] else { return initial }
        // It is copied under the lock, where what it replaces here, a copy of the initial value, is not the last one.
        var value = initial
        topic._withUnsafeGuaranteedRef { topic in
            topic.channel?.read { value = $0.assumingMemoryBound(to: Value.self).pointee }
        }
        return value
    }

    func attach(_ attachment: StateAttachment<Value>, to center: ObserverCenter) -> Registration? {
        center.attach(attachment, to: topic(in: center))
    }

    /// The state's place in a center, made now if it was not before.
    func topic(in center: ObserverCenter) -> Topic {
        let id = ObjectIdentifier(self)
        return center.listeners.topic(id) { Topic(id, channel: StateChannel(of: self)) }
    }
}

/// A part of what another source has.
struct StatePart<Root: Sendable, Value: Sendable>: StateSource {
    private let base: any StateSource<Root>
    private let path: any KeyPath<Root, Value> & Sendable
    private let areEqual: (@Sendable (Value, Value) -> Bool)?

    init(
        of base: any StateSource<Root>, at path: any KeyPath<Root, Value> & Sendable,
        areEqual: (@Sendable (Value, Value) -> Bool)?
    ) {
        self.base = base
        self.path = path
        self.areEqual = areEqual
    }

    func value(in center: ObserverCenter) -> Value { base.value(in: center)[keyPath: path] }

    func attach(_ attachment: StateAttachment<Value>, to center: ObserverCenter) -> Registration? {
        let call = attachment.call
        let whole = attachment.receiving(Root.self) { [path, areEqual] address in
            try lend(StateChange<Root>.self, at: address) { change in
                let old = change.old.map { $0[keyPath: path] }
                let new = change.new[keyPath: path]
                if let old, areEqual?(old, new) == true { return true }
                return try withUnsafePointer(to: StateChange(from: old, to: new)) { try call($0) }
            }
        }
        return base.attach(whole, to: center)
    }
}
