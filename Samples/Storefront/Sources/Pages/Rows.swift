/// The rows of a list that mixes models of several types, each shown by the row of its type.
package struct Rows: Sendable {
    private var kinds: [ObjectIdentifier: @Sendable (any Sendable) -> HTML] = [:]

    package init() {}

    /// Shows models of a type by a row.
    package mutating func show<Model: Sendable>(_ type: Model.Type, as row: @escaping @Sendable (Model) -> HTML) {
        kinds[ObjectIdentifier(type)] = { model in (model as? Model).map(row) ?? "" }
    }

    /// The rows of models, in their order; a model without a kind of row is left out.
    package func callAsFunction(_ models: [any Sendable]) -> HTML {
        HTML(models.map { model in kinds[ObjectIdentifier(type(of: model))]?(model) ?? "" })
    }
}

/// A table or a list with a headline for each section.
package func sections<Element>(
    _ elements: [Element], by title: (Element) -> String, _ body: ([Element]) -> HTML
) -> HTML {
    var order: [String] = []
    var groups: [String: [Element]] = [:]
    for element in elements {
        let title = title(element)
        if groups[title] == nil { order.append(title) }
        groups[title, default: []].append(element)
    }
    return HTML(order.map { title in "<section><h2>\(title)</h2>\(body(groups[title] ?? []))</section>" })
}
