package import Dispatchers
package import Pages
package import ShopKit

/// A form whose fields are bound to a state, both ways.
///
/// ```swift
/// Form("profile", .profile, in: .customer, [
///     .field("name", "Name", \.name, .text(upTo: 25)),
///     .field("address.geo.label", "Nickname", \.address.geo.label),
///     .rows("phones", "Phone", \.phones, empty: ""),
/// ])
/// ```
///
/// Model and page do not know each other: the form has the path of each value, as text for the page and as key path for the
/// model. Text that cannot be read stays in a draft beside the model, where neither a reload nor a restart loses it.
package struct Form<Model: Sendable & Equatable>: Sendable {
    package typealias Commit = @Sendable (any CurrentVisit, (inout Model) throws -> Void) throws -> Void

    package let name: String
    let state: RegionSource<Model>

    /// The beginning of the names of all fields: the name of the state.
    ///
    /// Two forms that bind one value have fields of one name, so they share what is typed into them.
    private let stateName: String
    let parts: [FormPart<Model>]
    let commit: Commit

    /// Binds a state that the form may set.
    package init(_ name: String, _ key: StateKey<Model>, in owner: StateOwner, _ parts: [FormPart<Model>]) {
        self.name = name
        self.parts = parts
        state = RegionSource(key, of: owner)
        stateName = key.name
        commit = { visit, change in try visit.regionStates[owner].update(key, change) }
    }

    /// Binds a state of the form's name that another module owns: it is changed through that one's service, or not at all.
    package init(
        _ name: String, reading state: RegionSource<Model>, _ parts: [FormPart<Model>],
        through commit: @escaping Commit
    ) {
        self.name = name
        self.state = state
        stateName = name
        self.parts = parts
        self.commit = commit
    }

    func model(in visit: any CurrentVisit) -> Model { state.value(in: visit.regionStates) }

    func fields(of model: Model) -> [Field<Model>] { parts.flatMap { $0.fields(model) } }

    func full(_ path: String) -> String { path.hasPrefix("[") ? stateName + path : "\(stateName).\(path)" }
}

/// A form whatever its model is: what the actions of the module see.
package protocol BoundForm: Sendable {
    var name: String { get }

    /// The values of the fields, and the number of the rows of each array.
    var region: Region { get }

    /// Accepts the text of a field.
    ///
    /// - Parameters:
    ///   - text: The text of the field.
    ///   - path: The path of the field.
    ///   - isTyping: Whether the text may be half of what it is going to be. A number is only checked then.
    ///   - visit: The visit.
    /// - Returns: The accepted text; `nil` when there is no such field.
    /// - Throws: A `FieldProblem` for text that cannot be read.
    func accept(_ text: String, at path: String, whileTyping isTyping: Bool, in visit: any CurrentVisit) throws
        -> String?

    /// The paths of all fields.
    func paths(in visit: any CurrentVisit) -> [String]

    /// The fields whose texts cannot be read, each with its problem.
    func problems(in visit: any CurrentVisit) -> [String]

    /// Adds a row to the arrays of the form.
    func addRow(in visit: any CurrentVisit) throws
}

extension Form: BoundForm {
    package var region: Region {
        // The counts come first: a field is there before its value.
        Region(of: state) { model in
            parts.compactMap { part in part.rows.map { Patch(.mark, full($0.path), "\($0.count(model))") } }
                + fields(of: model).map { Patch(.value, full($0.path), $0.read(model)) }
        }
    }

    package func accept(
        _ text: String, at path: String, whileTyping isTyping: Bool, in visit: any CurrentVisit
    ) throws -> String? {
        let model = model(in: visit)
        guard let field = fields(of: model).first(where: { full($0.path) == path }) else { return nil }
        // A secret stays in the browser: it is only known whether there is one.
        let text = field.type == "password" && !text.isEmpty ? "•" : text
        let customer = visit.customer.states
        do {
            var trial = model
            try field.write(text, &trial)
        } catch let problem as FieldProblem {
            customer.update(.drafts) { $0[path] = Draft(text: text, problem: problem.sentence) }
            throw problem
        }
        // Before the value is set: a field whose text is a draft does not follow its value.
        if customer[.drafts][path] != nil { customer.update(.drafts) { $0[path] = nil } }
        if isTyping, field.isNumber { return text }
        try commit(visit) { model in try field.write(text, &model) }
        return field.read(self.model(in: visit))
    }

    package func paths(in visit: any CurrentVisit) -> [String] {
        fields(of: model(in: visit)).map { full($0.path) }
    }

    package func problems(in visit: any CurrentVisit) -> [String] {
        let drafts = visit.customer.states[.drafts]
        return fields(of: model(in: visit)).compactMap { field in
            drafts[full(field.path)].map { "\(field.label): \($0.problem)" }
        }
    }

    package func addRow(in visit: any CurrentVisit) throws {
        try commit(visit) { model in for part in parts { part.rows?.grow(&model) } }
    }
}
