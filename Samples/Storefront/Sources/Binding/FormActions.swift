import Dispatchers
package import Pages
package import Routing
package import ShopKit

/// The actions that take what is typed into bound fields, whichever module the form belongs to.
package struct FormActions: Feature {
    private let shop: Shop

    package init(in shop: Shop) throws {
        self.shop = shop
        try shop.actions.register { routes in
            // Fields of the sign-in page are bound, too.
            routes.on(BindField.self, options: .openToAll) { [unowned shop] _, match in
                try Self.bind(try match.call, shop)
            }
            routes.on(SaveForm.self) { [unowned shop] action, match in
                let call = try match.call
                guard let form = shop.form(action.form) else { throw RouteReply.declined }
                // The guard has taken the fields.
                let isRead = form.problems(in: call.visit.current).isEmpty
                let next = isRead ? call.fields["next"] : nil
                return Self.answer(leadingTo: next ?? call.fields["back"])
            }
            routes.on(AddRow.self) { [unowned shop] action, match in
                let call = try match.call
                guard let form = shop.form(action.form) else { throw RouteReply.declined }
                try form.addRow(in: call.visit.current)
                return Self.answer(leadingTo: call.fields["back"])
            }
        }
    }

    package var regions: [Region] {
        [
            Region(of: .customer(.drafts)) { drafts in
                drafts.map { Patch(.problem, $0.key, $0.value.problem) }
            }
        ] + shop.forms.flatMap(\.regions)
    }

    /// Takes the bound fields that a form sends along with any action: without JavaScript, every button of a page keeps
    /// what is typed on it.
    package static let keeping = Guard("typed fields are kept") { match in
        let call = try match.call
        if !match.url.hasPrefix(BindField.pattern) {
            try keep(call.fields, of: call.visit.shop.forms, in: call.visit.current)
        }
        return .proceed
    }

    private static func answer(leadingTo path: String?) -> Answer { path.map { .resume($0) } ?? .next(HomeRoute()) }

    private static func bind(_ call: Call, _ shop: Shop) throws -> Answer {
        let path = call.fields["field"] ?? ""
        let text = call.fields["value"] ?? ""
        let isTyping = call.fields["typing"] != nil
        do {
            for form in shop.forms {
                let accepted = try form.accept(text, at: path, whileTyping: isTyping, in: call.visit.current)
                if let accepted {
                    if !isTyping { forgetDrafts(like: path, of: form, shop.forms, in: call.visit.current) }
                    return .taken(accepted)
                }
            }
            throw RouteReply.declined
        } catch let problem as FieldProblem {
            return .problem(problem.sentence)
        }
    }

    /// Forgets what was typed into other fields with the same value, which is right now.
    private static func forgetDrafts(
        like path: String, of form: any BoundForm, _ forms: [any BoundForm], in visit: any CurrentVisit
    ) {
        guard let target = form.target(of: path) else { return }
        let others = forms.flatMap { $0.paths(to: target) }.filter { $0 != path }
        let drafts = visit.customer.states[.drafts]
        guard others.contains(where: { drafts[$0] != nil }) else { return }
        visit.customer.states.update(.drafts) { drafts in
            for other in others { drafts[other] = nil }
        }
    }

    private static func keep(
        _ fields: [String: String], of forms: [any BoundForm], in visit: any CurrentVisit
    ) throws {
        for form in forms {
            // The fields that there are, since there may be any number that were sent.
            for path in form.paths(in: visit) {
                guard let text = fields[path] else { continue }
                try keep(text, at: path, of: form, forms, in: visit)
            }
        }
    }

    private static func keep(
        _ text: String, at path: String, of form: any BoundForm, _ forms: [any BoundForm], in visit: any CurrentVisit
    ) throws {
        do {
            let accepted = try form.accept(text, at: path, whileTyping: false, in: visit)
            if accepted != nil { forgetDrafts(like: path, of: form, forms, in: visit) }
        } catch is FieldProblem {
            // What cannot be read is a draft now, beside which the page shows the problem.
        }
    }
}

extension Shop {
    /// The forms of all modules.
    fileprivate var forms: [any BoundForm] { (try? services.services((any BoundForm).self)) ?? [] }

    fileprivate func form(_ name: String) -> (any BoundForm)? { forms.first { $0.name == name } }
}
