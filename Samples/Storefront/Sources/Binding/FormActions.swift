import Dispatchers
package import Pages
import Routing
package import ShopKit

/// The actions that take what is typed into bound fields, whichever module the form belongs to.
package struct FormActions: Feature {
    private let shop: Shop

    package init(in shop: Shop) throws {
        self.shop = shop
        try shop.actions.register { routes in
            routes.on(BindField.self) { [unowned shop] _, match in
                let call = try match.call
                return try Self.bind(call.fields["field"] ?? "", call.fields["value"] ?? "", call, shop)
            }
            routes.on(SaveForm.self) { [unowned shop] action, match in
                let call = try match.call
                return try Self.save(action.form, call, shop)
            }
            routes.on(AddRow.self) { [unowned shop] action, match in
                let call = try match.call
                guard let form = shop.form(action.form) else { return .declined }
                try form.addRow(to: call.visit.current)
                return .value(Answer.next(call.fields["back"] ?? "/"))
            }
        }
    }

    package var regions: [Region] {
        [
            Region(of: .drafts) { drafts in
                drafts.map { Patch(.problem, $0.key, $0.value.problem) }
            }
        ] + shop.forms.map(\.region)
    }

    private static func bind(_ path: String, _ text: String, _ call: Call, _ shop: Shop) throws -> RouteReply? {
        do {
            for form in shop.forms {
                if let taken = try form.take(text, at: path, of: call.visit.current) {
                    return .value(Answer.taken(taken))
                }
            }
            return .declined
        } catch let problem as FieldProblem {
            return .value(Answer.problem(problem.sentence))
        }
    }

    /// Without JavaScript a form sends all of its fields at once.
    private static func save(_ name: String, _ call: Call, _ shop: Shop) throws -> RouteReply? {
        guard let form = shop.form(name) else { return .declined }
        for (path, text) in call.fields {
            do {
                _ = try form.take(text, at: path, of: call.visit.current)
            } catch is FieldProblem {}
        }
        return .value(Answer.next(call.fields["back"] ?? "/"))
    }
}

extension Shop {
    /// The forms of all modules.
    fileprivate var forms: [any BoundForm] { (try? services.services((any BoundForm).self)) ?? [] }

    fileprivate func form(_ name: String) -> (any BoundForm)? { forms.first { $0.name == name } }
}
