import SignalboxCore
import Synchronization

/// The namespace in which modules declare the keys of their states.
///
/// ```swift
/// extension StateKeys {
///     static let cart = StateKey("cart", default: Cart())
/// }
///
/// center[.cart]
/// ```
///
/// The type has no other members. It is the superclass of all keys, so that a leading dot finds them. In a module that
/// is isolated to the main actor by default, declare them in a `nonisolated extension`.
///
/// `@unchecked` only because a class with subclasses cannot be checked. The stored properties of `StatePath`, `WritableStatePath`,
/// `StateKey` and their parts, the only subclasses, are immutable and `Sendable`.
public class StateKeys: @unchecked Sendable { init() {} }

/// The key of a state.
///
/// With it, a state can be read, set and observed in any `ObserverCenter`.
///
/// The owner of a state declares its key once, in an extension of `StateKeys`. Two keys are two states, also if they have the same
/// type and name: what is set with one is not read with the other. So store the key, as in `static let`. A computed property makes
/// another key at each access. The first use of a second key of one name in a center and those around and inside it is reported to
/// `onError`, as a ``StateNameConflict``.
///
/// The line of the declaration does not identify a state, because one line can make many: a function with a parameter, a property of
/// each screen, a loop. Keep the keys of such a family, and give each of them a name of its own, such as `"draft.\(id)"`.
///
/// `@unchecked` for the reason that is given at `StateKeys`.
public final class StateKey<Value: Sendable>: WritableStatePath<Value>, @unchecked Sendable {
    let root: StateRoot<Value>

    /// The name of the state.
    public var name: String { root.name }

    /// Creates a key, which differs from all others.
    ///
    /// - Parameters:
    ///   - name: The name of the state in listings, traces and reports, under which it can also be stored. Give each state of an
    ///     app a name of its own.
    ///   - initial: The state's value until it is set, in every center.
    ///   - fileID: The file of the declaration.
    ///   - line: The line of the declaration.
    public init(_ name: String, default initial: Value, fileID: StaticString = #fileID, line: Int = #line) {
        root = StateRoot(name, initial, at: SourceLocation(fileID: fileID, line: line))
        super.init(root)
    }

    override func set(_ value: Value, in center: ObserverCenter, _ context: SetContext) -> Bool {
        center.set(root, to: value, context)
    }
}

/// The identity of a state, with its name and its first value.
final class StateRoot<Value: Sendable>: Sendable {
    let name: String
    let initial: Value

    /// The source location of its key.
    let location: SourceLocation

    /// The version of the `StateNames` in which the name was looked up last, since the state was read without a cell.
    let checkedVersion = Atomic<UInt64>(0)

    init(_ name: String, _ initial: Value, at location: SourceLocation) {
        self.name = name
        self.initial = initial
        self.location = location
    }
}

/// A state, or a part of one, which can be read and observed.
///
/// A key path into the value names a part of it, also through optionals. `element(id:)` and `element(at:)` name elements of a
/// collection. Parts are `Equatable`: their observers receive only changes of the part. A part is computed once for each change,
/// for all its observers.
///
/// ```swift
/// center.observe(.cart[\.total], by: self) { badge, change in badge.show(change.new) }
/// center.observe(.cart[\.items].element(id: 7)[\.?.name]) { change in print(change.new ?? "removed") }
/// ```
///
/// `@unchecked` for the reason that is given at `StateKeys`.
public class StatePath<Value: Sendable>: StateKeys, @unchecked Sendable {
    /// Reads the value in a center.
    let value: @Sendable (ObserverCenter) -> Value

    /// Returns the state or the part in a center, as a topic.
    let node: @Sendable (ObserverCenter) -> StateNode

    init(_ root: StateRoot<Value>) {
        value = { $0.value(of: root) }
        node = { $0.useCell(of: root) }
    }

    /// Creates a part of another path.
    init<Whole>(of whole: StatePath<Whole>, _ step: StatePartStep, _ part: @escaping @Sendable (Whole) -> Value)
    where Value: Equatable {
        value = { [value = whole.value] center in part(value(center)) }
        node = { [node = whole.node] center in
            let whole = node(center)
            return whole.part(step, in: center.hub) { StatePart(step, of: whole, part) }
        }
    }

    /// A part of the value, which can be read and observed.
    ///
    /// The center compares and hashes the arguments of subscripts in the key path while it holds its lock: their `==` and `hash(into:)`
    /// must not use a center.
    public subscript<Part: Sendable & Equatable>(path: any KeyPath<Value, Part> & Sendable) -> StatePath<Part> {
        StatePath<Part>(of: self, .path(path)) { $0[keyPath: path] }
    }
}

extension StatePath where Value: Collection, Value.Element: Sendable & Equatable {
    /// The element at an index of the collection, or `nil` when there is none.
    ///
    /// ```swift
    /// center.observe(.cart[\.items].element(at: 0)[\.?.name], by: self) { screen, change in screen.show(change.new) }
    /// ```
    ///
    /// Takes constant time, or time linear in the index if the collection has no random access.
    public func element(at index: Int) -> StatePath<Value.Element?> {
        StatePath<Value.Element?>(of: self, .index(index)) { index < 0 ? nil : $0.dropFirst(index).first }
    }

    /// The first element of the collection with an identity, or `nil` when there is none.
    ///
    /// Takes time linear in the number of elements. The center also compares and hashes the identifier while it holds its lock: `==` and
    /// `hash(into:)` of the identifier must not use a center.
    public func element(id: Value.Element.ID) -> StatePath<Value.Element?>
    where Value.Element: Identifiable, Value.Element.ID: Sendable {
        StatePath<Value.Element?>(of: self, .element(id)) { $0.first { $0.id == id } }
    }
}

/// A state, or a part of one, which can be set as well.
///
/// A key path to a stored property, or to another that can be set, names a part that can be set.
///
/// ```swift
/// center.set(.profile[\.address.city], to: "Wien")
/// ```
///
/// `@unchecked` for the reason that is given at `StateKeys`.
public class WritableStatePath<Value: Sendable>: StatePath<Value>, @unchecked Sendable {
    /// Changes the value in place, in a center.
    private let modify: @Sendable (ObserverCenter, SetContext, (inout Value) -> Void) -> Bool

    override init(_ root: StateRoot<Value>) {
        modify = { center, context, body in center.update(root, context, body) }
        super.init(root)
    }

    private init<Whole>(
        of whole: WritableStatePath<Whole>, _ path: any WritableKeyPath<Whole, Value> & Sendable
    ) where Value: Equatable {
        modify = { [modify = whole.modify] center, context, body in
            modify(center, context) { body(&$0[keyPath: path]) }
        }
        super.init(of: whole, .path(path)) { $0[keyPath: path] }
    }

    /// A part of the value, which can be read, observed and set.
    public subscript<Part: Sendable & Equatable>(
        path: any WritableKeyPath<Value, Part> & Sendable
    ) -> WritableStatePath<Part> {
        WritableStatePath<Part>(of: self, path)
    }

    /// Sets the value in a center.
    ///
    /// The value before is released when the update has ended, since its `deinit` may read the state.
    func set(_ value: Value, in center: ObserverCenter, _ context: SetContext) -> Bool {
        var new = value
        let isSet = modify(center, context) { swap(&$0, &new) }
        return withExtendedLifetime(new) { isSet }
    }
}
