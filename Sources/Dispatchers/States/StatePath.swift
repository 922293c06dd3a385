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
