import ShopKit

/// One value of a model that is bound to a field of a page, both ways.
package struct Field<Model: Sendable>: Sendable {
    /// Names the value, as in `address.geo.label` or `phones[1]`.
    package let path: String
    package let label: String
    let isNumber: Bool
    var type = "text"
    let read: @Sendable (Model) -> String
    let write: @Sendable (String, inout Model) throws -> Void

    /// Binds a value that can be written as text and read from it.
    init<Value: LosslessStringConvertible & Sendable>(
        _ path: String, _ label: String, _ check: Check<Value>,
        read: @escaping @Sendable (Model) -> Value?, write: @escaping @Sendable (Value, inout Model) -> Void
    ) {
        self.path = path
        self.label = label
        isNumber = Value.self != String.self
        let noun = Value.self is any BinaryInteger.Type ? "whole number" : "number"
        self.read = { read($0).map { "\($0)" } ?? "" }
        self.write = { text, model in
            let text = Value.self == String.self ? text : text.asNumber
            guard let value = Value(text) else { throw FieldProblem(sentence: "“\(text.cut(to: 40))” is no \(noun).") }
            if let sentence = check.problem(value) { throw FieldProblem(sentence: sentence) }
            write(check.change(value), &model)
        }
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

    /// The path and the key path of the one value, if it is one.
    var single: (path: String, keyPath: any AnyKeyPath & Sendable)?

    /// A value at a key path, however deep.
    package static func field<Value: LosslessStringConvertible & Sendable>(
        _ path: String, _ label: String, _ keyPath: any WritableKeyPath<Model, Value> & Sendable,
        _ check: Check<Value> = .any, type: String = "text"
    ) -> Self {
        var field = Field<Model>(
            path, label, check, read: { $0[keyPath: keyPath] }, write: { $1[keyPath: keyPath] = $0 })
        field.type = type
        return Self(fields: { [field] _ in [field] }, single: (path, keyPath))
    }

    /// Each element of an array by its index; the array grows by `empty`, to ten at most.
    package static func rows<Element: LosslessStringConvertible & Sendable>(
        _ path: String, _ label: String, _ keyPath: any WritableKeyPath<Model, [Element]> & Sendable,
        empty: Element, _ check: Check<Element> = .any
    ) -> Self {
        Self(
            fields: { model in
                model[keyPath: keyPath].indices.map { index in
                    Field<Model>(
                        "\(path)[\(index)]", "\(label) \(index + 1)", check,
                        read: { index < $0[keyPath: keyPath].count ? $0[keyPath: keyPath][index] : nil },
                        write: { if index < $1[keyPath: keyPath].count { $1[keyPath: keyPath][index] = $0 } })
                }
            },
            rows: FormRows(path: path, count: { $0[keyPath: keyPath].count }) { model in
                if model[keyPath: keyPath].count < 10 { model[keyPath: keyPath].append(empty) }
            })
    }

    /// A value of each element of an array, by the element's identity.
    package static func elements<Element: Identifiable & Sendable, Value: LosslessStringConvertible & Sendable>(
        _ label: @escaping @Sendable (Element) -> String, _ array: any WritableKeyPath<Model, [Element]> & Sendable,
        _ name: String, _ value: any WritableKeyPath<Element, Value> & Sendable, _ check: Check<Value> = .any
    ) -> Self where Element.ID: Sendable {
        Self(
            fields: { model in
                model[keyPath: array].map { element in
                    let id = element.id
                    return Field<Model>(
                        "[\(id)].\(name)", label(element), check,
                        read: { $0[keyPath: array].first { $0.id == id }?[keyPath: value] },
                        write: { new, model in
                            guard let index = model[keyPath: array].firstIndex(where: { $0.id == id }) else { return }
                            model[keyPath: array][index][keyPath: value] = new
                        })
                }
            })
    }
}

extension String {
    /// The text as a number is read: without spaces around it, with a point for a comma, and none with hexadecimal digits.
    fileprivate var asNumber: String {
        let text = trimmingSpaces.replacing(",", with: ".")
        return text.contains { "xXpP".contains($0) } ? "" : text
    }

    private var trimmingSpaces: String {
        let rest = drop { $0.isWhitespace }
        let spaces = rest.reversed().prefix { $0.isWhitespace }
        return String(rest.dropLast(spaces.count))
    }
}
