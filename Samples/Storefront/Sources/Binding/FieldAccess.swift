/// The way to a value of a model.
struct FieldAccess<Model: Sendable, Value: Sendable>: Sendable {
    /// Returns the value; `nil` where it is no more.
    let get: @Sendable (Model) -> Value?

    /// Sets the value where it is there.
    let set: @Sendable (Value, inout Model) -> Void

    /// The value at a key path.
    static func value(at keyPath: any WritableKeyPath<Model, Value> & Sendable) -> Self {
        Self {
            $0[keyPath: keyPath]
        } set: { value, model in
            model[keyPath: keyPath] = value
        }
    }

    /// The element at an index of an array.
    static func element(_ index: Int, of array: any WritableKeyPath<Model, [Value]> & Sendable) -> Self {
        Self { model in
            let elements = model[keyPath: array]
            return index < elements.count ? elements[index] : nil
        } set: { value, model in
            guard index < model[keyPath: array].count else { return }
            model[keyPath: array][index] = value
        }
    }

    /// A value of the element of an array with an identity.
    static func value<Element: Identifiable & Sendable>(
        at keyPath: any WritableKeyPath<Element, Value> & Sendable, ofElement id: Element.ID,
        in array: any WritableKeyPath<Model, [Element]> & Sendable
    ) -> Self where Element.ID: Sendable {
        Self { model in
            model[keyPath: array].first { $0.id == id }?[keyPath: keyPath]
        } set: { value, model in
            guard let index = model[keyPath: array].firstIndex(where: { $0.id == id }) else { return }
            model[keyPath: array][index][keyPath: keyPath] = value
        }
    }
}
