extension StatePath where Value: Collection, Value.Element: Sendable {
    /// The element at a place of the collection, or `nil` when there is none.
    ///
    /// ```swift
    /// center.observe(.cart[\.items][ifPresent: 0][\.?.name], by: self) { screen, change in screen.show(change.new) }
    /// ```
    ///
    /// Takes constant time, or time linear in the index if the collection has no random access.
    public subscript(ifPresent index: Int) -> StatePath<Value.Element?> {
        StatePath<Value.Element?>(StatePart(of: source, areEqual: nil) { $0.element(at: index) })
    }

    /// The same, whose observers are told only when it has changed.
    public subscript(ifPresent index: Int) -> StatePath<Value.Element?> where Value.Element: Equatable {
        StatePath<Value.Element?>(StatePart(of: source, areEqual: { $0 == $1 }) { $0.element(at: index) })
    }
}

extension StatePath where Value: Collection, Value.Element: Sendable & Identifiable, Value.Element.ID: Sendable {
    /// The first element of the collection with an identity, or `nil` when there is none.
    ///
    /// Takes time linear in the number of elements.
    public subscript(id id: Value.Element.ID) -> StatePath<Value.Element?> {
        StatePath<Value.Element?>(StatePart(of: source, areEqual: nil) { $0.first { $0.id == id } })
    }

    /// The same, whose observers are told only when it has changed.
    public subscript(id id: Value.Element.ID) -> StatePath<Value.Element?> where Value.Element: Equatable {
        StatePath<Value.Element?>(StatePart(of: source, areEqual: { $0 == $1 }) { $0.first { $0.id == id } })
    }
}

extension Collection {
    fileprivate func element(at index: Int) -> Element? { index < 0 ? nil : dropFirst(index).first }
}
