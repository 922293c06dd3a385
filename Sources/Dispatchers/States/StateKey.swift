/// The namespace in which modules declare the keys of their states.
///
/// ```swift
/// extension StateKeys {
///     static let cart = StateKey(default: Cart())
/// }
///
/// center[.cart]
/// ```
///
/// It has no other members; it is the superclass of all keys, so that a leading dot finds them. In a module that
/// is isolated to the main actor by default, declare them in a `nonisolated extension`.
///
/// `@unchecked` only because a class with subclasses cannot be checked. The stored properties of this class and of its two
/// subclasses, which are all there can be, are immutable and `Sendable`.
public class StateKeys: @unchecked Sendable {
    init() {}
}

/// A state, or a part of one, which can be read and observed.
///
/// A key path into the value names a part of it, also through optionals; `[id:]` and `[ifPresent:]` name elements
/// of a collection. Observers of a part that is `Equatable` receive only changes of that part.
///
/// ```swift
/// center.observe(.cart[\.total], by: self) { badge, change in badge.show(change.new) }
/// center.observe(.cart[\.items][id: 7][\.?.name]) { change in print(change.new ?? "removed") }
/// ```
///
/// `@unchecked` for the reason that is given at `StateKeys`.
public class StatePath<Value: Sendable>: StateKeys, @unchecked Sendable {
    let value: @Sendable (ObserverCenter) -> Value
    let subscribe: @Sendable (StateSubscriber, ObserverCenter) -> Subscription

    fileprivate init(
        value: @escaping @Sendable (ObserverCenter) -> Value,
        subscribe: @escaping @Sendable (StateSubscriber, ObserverCenter) -> Subscription
    ) {
        self.value = value
        self.subscribe = subscribe
    }

    /// A part of the value.
    public subscript<Part: Sendable>(path: any KeyPath<Value, Part> & Sendable) -> StatePath<Part> {
        part(reading(path))
    }

    /// A part of the value, whose observers receive only its changes.
    public subscript<Part: Sendable & Equatable>(path: any KeyPath<Value, Part> & Sendable) -> StatePath<Part> {
        part(reading(path), areEqual: { $0 == $1 })
    }

    /// Reads a stored property where it lies, which takes a fraction of the time that its key path takes.
    ///
    /// Why that is sound: `offset(of:)` is the distance at which the property lies in each value of the type, if it is stored.
    private func reading<Part: Sendable>(
        _ path: any KeyPath<Value, Part> & Sendable
    ) -> @Sendable (Value) -> Part {
        guard let offset = MemoryLayout<Value>.offset(of: path) else { return { $0[keyPath: path] } }
        return { withUnsafeBytes(of: $0) { $0.load(fromByteOffset: offset, as: Part.self) } }
    }

    fileprivate func part<Part: Sendable>(
        _ part: @escaping @Sendable (Value) -> Part, areEqual: (@Sendable (Part, Part) -> Bool)? = nil
    ) -> StatePath<Part> {
        StatePath<Part>(
            value: { [value] center in part(value(center)) },
            subscribe: { [subscribe] subscriber, center in
                var subscriber = subscriber
                subscriber.handler = StateFilter<Value, Part>(subscriber.handler, part, areEqual)
                return subscribe(subscriber, center)
            })
    }
}

/// The key of a state: with it, a state can be read, set and observed in any `ObserverCenter`.
///
/// The owner of a state declares its key once, in an extension of `StateKeys`; two keys are two states, whatever their
/// types and names.
///
/// `@unchecked` for the reason that is given at `StateKeys`.
public final class StateKey<Value: Sendable>: StatePath<Value>, @unchecked Sendable {
    let root: StateRoot<Value>

    /// Creates a key, which differs from all others.
    ///
    /// - Parameters:
    ///   - initial: The state's value until it is set, in every center.
    ///   - fileID: Where the key is declared; leave it to the compiler.
    ///   - line: Where the key is declared; leave it to the compiler.
    public init(default initial: Value, fileID: StaticString = #fileID, line: Int = #line) {
        let root = StateRoot(initial: initial, location: SourceLocation(fileID: fileID, line: line))
        self.root = root
        super.init(
            value: { $0.cell(of: root)?.value ?? initial },
            subscribe: { $1.subscribe($0, to: $1.makeCell(of: root)) })
    }
}

/// What a key stands for: the identity of a state, its first value, and where it is declared.
final class StateRoot<Value: Sendable>: Sendable {
    let initial: Value
    let location: SourceLocation

    init(initial: Value, location: SourceLocation) {
        self.initial = initial
        self.location = location
    }
}

extension StatePath where Value: Collection, Value.Element: Sendable {
    /// The element at a place of the collection, or `nil` when there is none.
    ///
    /// ```swift
    /// center.observe(.cart[\.items][ifPresent: 0][\.?.name], by: self) { screen, change in screen.show(change.new) }
    /// ```
    ///
    /// Takes constant time, or time linear in the index if the collection has no random access.
    public subscript(ifPresent index: Int) -> StatePath<Value.Element?> {
        part { element(at: index, of: $0) }
    }

    /// The element at a place of the collection, whose observers receive only its changes.
    public subscript(ifPresent index: Int) -> StatePath<Value.Element?> where Value.Element: Equatable {
        part({ element(at: index, of: $0) }, areEqual: { $0 == $1 })
    }
}

extension StatePath where Value: Collection, Value.Element: Sendable & Identifiable, Value.Element.ID: Sendable {
    /// The first element of the collection with an identity, or `nil` when there is none.
    ///
    /// Takes time linear in the number of elements.
    public subscript(id id: Value.Element.ID) -> StatePath<Value.Element?> {
        part { $0.first { $0.id == id } }
    }

    /// The first element of the collection with an identity, whose observers receive only its changes.
    public subscript(id id: Value.Element.ID) -> StatePath<Value.Element?> where Value.Element: Equatable {
        part({ $0.first { $0.id == id } }, areEqual: { $0 == $1 })
    }
}

private func element<Elements: Collection>(at index: Int, of elements: Elements) -> Elements.Element? {
    index < 0 ? nil : elements.dropFirst(index).first
}
