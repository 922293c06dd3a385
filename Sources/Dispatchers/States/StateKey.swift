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
/// It has no other members; it is the superclass of all keys, so that a leading dot finds them. In a module that
/// is isolated to the main actor by default, declare them in a `nonisolated extension`.
///
/// `@unchecked` only because a class with subclasses cannot be checked. The stored properties of this class and of its
/// subclasses, which are all in this file, are immutable and `Sendable`.
public class StateKeys: @unchecked Sendable { init() {} }

/// A state, or a part of one, which can be read and observed.
///
/// A key path into the value names a part of it, also through optionals; `element(id:)` and `element(at:)` name
/// elements of a collection. Parts are `Equatable`: their observers receive only changes of the part.
///
/// ```swift
/// center.observe(.cart[\.total], by: self) { badge, change in badge.show(change.new) }
/// center.observe(.cart[\.items].element(id: 7)[\.?.name]) { change in print(change.new ?? "removed") }
/// ```
///
/// `@unchecked` for the reason that is given at `StateKeys`.
public class StatePath<Value: Sendable>: StateKeys, @unchecked Sendable {
    let value: @Sendable (ObserverCenter) -> Value

    /// The cell of the state in a center.
    let cell: @Sendable (ObserverCenter) -> StateTopic

    /// Makes a handler of changes of the state of one of changes of the value.
    let adapt: @Sendable (Handler) -> Handler

    fileprivate init(_ root: StateRoot<Value>) {
        value = { $0.value(of: root) }
        cell = { $0.makeCell(of: root) }
        adapt = { $0 }
    }

    /// A part of another state.
    fileprivate init<Whole>(of whole: StatePath<Whole>, _ part: @escaping @Sendable (Whole) -> Value)
    where Value: Equatable {
        value = { [value = whole.value] center in part(value(center)) }
        cell = whole.cell
        adapt = { [adapt = whole.adapt] handler in adapt(PartHandler(handler, part)) }
    }

    /// A part of the value, which can be read and observed.
    public subscript<Part: Sendable & Equatable>(path: any KeyPath<Value, Part> & Sendable) -> StatePath<Part> {
        StatePath<Part>(of: self) { $0[keyPath: path] }
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
    /// Changes the value in place.
    let modify: @Sendable (ObserverCenter, SetContext, (inout Value) -> Void) -> Bool

    fileprivate override init(_ root: StateRoot<Value>) {
        modify = { center, context, body in center.update(root, context, body) }
        super.init(root)
    }

    private init<Whole>(
        of whole: WritableStatePath<Whole>, _ path: any WritableKeyPath<Whole, Value> & Sendable
    ) where Value: Equatable {
        modify = { [modify = whole.modify] center, context, body in
            modify(center, context) { body(&$0[keyPath: path]) }
        }
        super.init(of: whole) { $0[keyPath: path] }
    }

    /// A part of the value, which can be read, observed and set.
    public subscript<Part: Sendable & Equatable>(
        path: any WritableKeyPath<Value, Part> & Sendable
    ) -> WritableStatePath<Part> {
        WritableStatePath<Part>(of: self, path)
    }

    func set(_ value: Value, in center: ObserverCenter, _ context: SetContext) -> Bool {
        modify(center, context) { $0 = value }
    }
}

/// The key of a state: with it, a state can be read, set and observed in any `ObserverCenter`.
///
/// The owner of a state declares its key once, in an extension of `StateKeys`; two keys are two states, whatever their
/// types and names.
///
/// `@unchecked` for the reason that is given at `StateKeys`.
public final class StateKey<Value: Sendable>: WritableStatePath<Value>, @unchecked Sendable {
    let root: StateRoot<Value>

    /// The name of the state.
    public var name: String { root.name }

    /// Creates a key, which differs from all others.
    ///
    /// - Parameters:
    ///   - name: What listings, traces and reports call the state, and under what it can be stored: give each state of an
    ///     app a name of its own.
    ///   - initial: The state's value until it is set, in every center.
    public init(_ name: String, default initial: Value) {
        root = StateRoot(name, initial)
        super.init(root)
    }

    override func set(_ value: Value, in center: ObserverCenter, _ context: SetContext) -> Bool {
        let cell = center.makeCell(of: root)
        return center.hub.change(cell, context) { cell.set(value, $0, in: center) }
    }
}

/// What a key identifies: the identity of a state, its name and its first value.
final class StateRoot<Value: Sendable>: Sendable {
    let name: String
    let initial: Value

    init(_ name: String, _ initial: Value) { (self.name, self.initial) = (name, initial) }
}

extension ObserverCenter {
    /// The cell of a state, if it was ever set or observed.
    ///
    /// Why the cast is sound: only `makeCell` makes topics with the identity of a root, and these are its cells.
    func cell<Value>(of root: StateRoot<Value>) -> StateCell<Value>? {
        guard let topic = hub.topics[ObjectIdentifier(root)] else { return nil }
        return unsafeDowncast(topic.object, to: StateCell<Value>.self)
    }

    /// The cell of a state, made if it is new; then it follows the state of the parent.
    func makeCell<Value>(of root: StateRoot<Value>) -> StateCell<Value> {
        if let cell = cell(of: root) { return cell }
        let new = StateCell(root, parent == nil ? .own : .awaited)
        guard hub.topic(ObjectIdentifier(root), { new }) === new else { return makeCell(of: root) }
        guard let parent else { return new }
        let above = parent.makeCell(of: root)
        let follower = parent.hub.subscribe(
            StateHandler(InheritingHandler(in: self, new)), to: above, owner: ObjectIdentifier(self), isTap: true,
            at: SourceLocation())
        above.begin(follower, on: nil)
        return new
    }
}

extension StatePath where Value: Collection, Value.Element: Sendable & Equatable {
    /// The element at a place of the collection, or `nil` when there is none.
    ///
    /// ```swift
    /// center.observe(.cart[\.items].element(at: 0)[\.?.name], by: self) { screen, change in screen.show(change.new) }
    /// ```
    ///
    /// Takes constant time, or time linear in the index if the collection has no random access.
    public func element(at index: Int) -> StatePath<Value.Element?> {
        StatePath<Value.Element?>(of: self) { index < 0 ? nil : $0.dropFirst(index).first }
    }

    /// The first element of the collection with an identity, or `nil` when there is none.
    ///
    /// Takes time linear in the number of elements.
    public func element(id: Value.Element.ID) -> StatePath<Value.Element?>
    where Value.Element: Identifiable, Value.Element.ID: Sendable {
        StatePath<Value.Element?>(of: self) { $0.first { $0.id == id } }
    }
}
