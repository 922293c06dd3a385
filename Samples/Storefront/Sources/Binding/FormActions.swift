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
            routes.on(BindField.self) { [unowned shop] _, match in
                try Self.bind(try match.call, shop)
            }
            routes.on(SaveForm.self) { [unowned shop] action, match in
                let call = try match.call
                guard let form = shop.form(action.form) else { throw RouteReply.declined }
                // The guard has taken the fields.
                let isRead = form.problems(in: call.visit.current).isEmpty
                let page = call.fields["back"] ?? "/"
                return Answer.resume(isRead ? call.fields["next"] ?? page : page)
            }
            routes.on(AddRow.self) { [unowned shop] action, match in
                let call = try match.call
                guard let form = shop.form(action.form) else { throw RouteReply.declined }
                try form.addRow(in: call.visit.current)
                return Answer.resume(call.fields["back"] ?? "/")
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

    private static func bind(_ call: Call, _ shop: Shop) throws -> Answer {
        let path = call.fields["field"] ?? ""
        let text = call.fields["value"] ?? ""
        let isTyping = call.fields["typing"] != nil
        do {
            for form in shop.forms {
                let taken = try form.take(text, at: path, whileTyping: isTyping, in: call.visit.current)
                if let taken { return .taken(taken) }
            }
            throw RouteReply.declined
        } catch let problem as FieldProblem {
            return .problem(problem.sentence)
        }
    }

    private static func keep(
        _ fields: [String: String], of forms: [any BoundForm], in visit: any CurrentVisit
    ) throws {
        for (path, text) in fields {
            for form in forms where path.hasPrefix(form.name) {
                // What cannot be read is a draft then, beside which the page shows the problem.
                do { _ = try form.take(text, at: path, whileTyping: false, in: visit) } catch is FieldProblem {}
            }
        }
    }
}

extension Shop {
    /// The forms of all modules.
    fileprivate var forms: [any BoundForm] { (try? services.services((any BoundForm).self)) ?? [] }

    fileprivate func form(_ name: String) -> (any BoundForm)? { forms.first { $0.name == name } }
}
