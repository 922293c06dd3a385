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
            // Fields of the sign-in page are bound, too.
            routes.on(BindField.self, options: .openToAll) { [unowned shop] _, match in
                try Self.bind(try match.call, shop)
            }
            routes.on(SaveForm.self) { [unowned shop] action, match in
                let call = try match.call
                guard let form = shop.form(action.form) else { throw RouteReply.declined }
                try call.keepTypedFields()
                let isRead = form.problems(in: call.visit.current).isEmpty
                let next = isRead ? call.fields["next"] : nil
                return Self.answer(leadingTo: next ?? call.fields["back"])
            }
            routes.on(AddRow.self) { [unowned shop] action, match in
                let call = try match.call
                guard let form = shop.form(action.form) else { throw RouteReply.declined }
                try call.keepTypedFields()
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
        ] + shop.forms.map(\.region)
    }

    private static func answer(leadingTo path: String?) -> Answer { path.map { .resume($0) } ?? .next(HomeRoute()) }

    private static func bind(_ call: Call, _ shop: Shop) throws -> Answer {
        let path = call.fields["field"] ?? ""
        let text = call.fields["value"] ?? ""
        let isTyping = call.fields["typing"] != nil
        do {
            for form in shop.forms {
                let accepted = try form.accept(text, at: path, whileTyping: isTyping, in: call.visit.current)
                if let accepted { return .taken(accepted) }
            }
            throw RouteReply.declined
        } catch let problem as FieldProblem {
            return .problem(problem.sentence)
        }
    }
}

extension Shop {
    /// The forms of all modules.
    fileprivate var forms: [any BoundForm] { (try? services.services((any BoundForm).self)) ?? [] }

    fileprivate func form(_ name: String) -> (any BoundForm)? { forms.first { $0.name == name } }
}

extension Call {
    /// Writes the bound fields that a form has sent into their states.
    ///
    /// Each action of a page with bound fields calls it: without JavaScript, every button keeps what is typed. Text that
    /// cannot be read becomes a draft, beside which the page shows the problem.
    package func keepTypedFields() throws {
        for form in visit.shop.forms {
            // The fields that there are, since there may be any number that were sent.
            for path in form.paths(in: visit.current) {
                guard let text = fields[path] else { continue }
                do {
                    _ = try form.accept(text, at: path, whileTyping: false, in: visit.current)
                } catch is FieldProblem {
                    continue
                }
            }
        }
    }
}
