import ShopKit

/// One value of a model that is bound to a field of a page, both ways.
package struct Field<Model: Sendable>: Sendable {
    /// Names the value, as in `address.geo.label` or `phones[1]`.
    package let path: String
    package let label: String
    let isNumber: Bool

    /// The keyboard that a phone shows for the field.
    let keyboard: String
    var type = "text"
    let read: @Sendable (Model) -> String
    let write: @Sendable (String, inout Model) throws -> Void

    /// Binds a value that can be written as text and read from it.
    init<Value: LosslessStringConvertible & Sendable>(
        _ path: String, _ label: String, _ access: FieldAccess<Model, Value>, _ check: Check<Value>
    ) {
        self.path = path
        self.label = label
        isNumber = Value.self != String.self
        keyboard = Value.self is any WholeNumber.Type ? "numeric" : "decimal"
        read = { model in access.get(model).map { "\($0)" } ?? "" }
        write = { text, model in try access.set(check.value(of: text), &model) }
    }
}

/// An array of a model, each element of which is a field.
struct FormRows<Model: Sendable>: Sendable {
    let path: String
    let count: @Sendable (Model) -> Int
    let grow: @Sendable (inout Model) -> Void
}

/// The fields of a part of a model: one, or one for each element of an array.
package struct FormPart<Model: Sendable>: Sendable {
    let fields: @Sendable (Model) -> [Field<Model>]
    var rows: FormRows<Model>?

    /// A value at a key path, however deep.
    package static func field<Value: LosslessStringConvertible & Sendable>(
        _ path: String, _ label: String, _ keyPath: any WritableKeyPath<Model, Value> & Sendable,
        _ check: Check<Value> = .any, type: String = "text"
    ) -> Self {
        var field = Field<Model>(path, label, .value(at: keyPath), check)
        field.type = type
        return Self { [field] _ in [field] }
    }

    /// Each element of an array by its index; the array grows by `empty`, to ten at most.
    package static func rows<Element: LosslessStringConvertible & Sendable>(
        _ path: String, _ label: String, _ keyPath: any WritableKeyPath<Model, [Element]> & Sendable,
        empty: Element, _ check: Check<Element> = .any
    ) -> Self {
        var part = Self { model in
            model[keyPath: keyPath].indices.map { index in
                Field<Model>("\(path)[\(index)]", "\(label) \(index + 1)", .element(index, of: keyPath), check)
            }
        }
        part.rows = FormRows(
            path: path, count: { $0[keyPath: keyPath].count },
            grow: { model in
                if model[keyPath: keyPath].count < 10 { model[keyPath: keyPath].append(empty) }
            })
        return part
    }

    /// A value of each element of an array, by the element's identity.
    package static func elements<Element: Identifiable & Sendable, Value: LosslessStringConvertible & Sendable>(
        _ label: @escaping @Sendable (Element) -> String, _ array: any WritableKeyPath<Model, [Element]> & Sendable,
        _ name: String, _ value: any WritableKeyPath<Element, Value> & Sendable, _ check: Check<Value> = .any
    ) -> Self where Element.ID: Sendable {
        Self { model in
            model[keyPath: array].map { element in
                let access = FieldAccess.value(at: value, ofElement: element.id, in: array)
                return Field<Model>("[\(element.id)].\(name)", label(element), access, check)
            }
        }
    }
}
