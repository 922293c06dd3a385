package import Dispatchers
package import Pages
package import Routing
package import ShopKit

/// A form whose fields are bound to a state of the visit, both ways.
///
/// ```swift
/// Form("profile", .profile, [
///     .field("name", "Name", \.name, .cut(to: 25)),
///     .field("address.geo.label", "Place", \.address.geo.label),
///     .rows("phones", "Phone", \.phones, empty: ""),
/// ])
/// ```
///
/// Model and page do not know each other: the form has the path of each value, as text for the page and as key path for the
/// model. Text that cannot be read stays in a draft beside the model, where neither a reload nor a restart loses it.
package struct Form<Model: Sendable & Equatable>: Sendable {
    package typealias Commit = @Sendable (any CurrentVisit, (inout Model) throws -> Void) throws -> Void

    package let name: String
    private let state: StatePath<Model>
    private let parts: [FormPart<Model>]
    private let commit: Commit

    /// Binds a state that the form may set.
    package init(_ name: String, _ key: StateKey<Model>, _ parts: [FormPart<Model>]) {
        self.init(name, reading: key, parts) { visit, change in try visit.states.update(key, change) }
    }

    /// Binds a state that another module owns: it is changed through that one's service, or not at all.
    package init(
        _ name: String, reading state: StatePath<Model>, _ parts: [FormPart<Model>], through commit: @escaping Commit
    ) {
        self.name = name
        self.state = state
        self.parts = parts
        self.commit = commit
    }

    private func fields(of model: Model) -> [Field<Model>] { parts.flatMap { $0.fields(model) } }

    private func full(_ path: String) -> String { path.hasPrefix("[") ? name + path : "\(name).\(path)" }

    /// A field of the form, bound to the value at a path, with its label and what is wrong with its text.
    package func input(_ path: String, of model: Model, drafts: [String: Draft] = [:]) -> HTML {
        fields(of: model).first { $0.path == path }.map { input($0, model, drafts) } ?? ""
    }

    /// All fields of the form.
    package func inputs(of model: Model, drafts: [String: Draft]) -> HTML {
        HTML(fields(of: model).map { input($0, model, drafts) })
    }

    /// What saves all fields at once, for browsers without JavaScript.
    package func button(_ links: Links, back place: some TypedRoute, _ text: String = "Save") -> HTML {
        let hidden: HTML = "<input type=\"hidden\" name=\"back\" value=\"\(links.path(place))\">"
        return links.form(SaveForm(form: name), "\(hidden)<button>\(text)</button>", id: "form-\(name)")
    }

    private func input(_ field: Field<Model>, _ model: Model, _ drafts: [String: Draft]) -> HTML {
        let path = full(field.path)
        let draft = drafts[path]
        let mode: HTML = field.isNumber ? " inputmode=\"decimal\"" : ""
        return """
            <label>\(field.label)<input name="\(path)" data-bind="\(path)" value="\(draft?.text ?? field.read(model))"\
            \(mode) form="form-\(name)" type="\(field.type)" autocomplete="off"></label><span class="problem" data-problem="\(path)" role="alert">\
            \(draft?.problem ?? "")</span>
            """
    }
}

/// A form whatever its model is: what the actions of the module see.
package protocol BoundForm: Sendable {
    var name: String { get }
    var region: Region { get }

    /// Takes the text of a field; the answer is the text as it was taken, `nil` when there is no such field.
    func take(_ text: String, at path: String, of visit: any CurrentVisit) throws -> String?

    /// Adds a row to an array at a path.
    func addRow(to visit: any CurrentVisit) throws
}

extension Form: BoundForm {
    package var region: Region {
        Region(of: state) { model in fields(of: model).map { Patch(.value, full($0.path), $0.read(model)) } }
    }

    package func take(_ text: String, at path: String, of visit: any CurrentVisit) throws -> String? {
        let states = visit.states
        guard let field = fields(of: states[state]).first(where: { full($0.path) == path }) else { return nil }
        do {
            var trial = states[state]
            try field.write(text, &trial)
        } catch let problem as FieldProblem {
            states.update(.drafts) { $0[path] = Draft(text: text, problem: problem.sentence) }
            throw problem
        }
        // Before the value is set: a field whose text is a draft does not follow its value.
        if states[.drafts][path] != nil { states.update(.drafts) { $0[path] = nil } }
        try commit(visit) { model in try field.write(text, &model) }
        return field.read(states[state])
    }

    package func addRow(to visit: any CurrentVisit) throws {
        try commit(visit) { model in for part in parts { part.grow?(&model) } }
    }
}
