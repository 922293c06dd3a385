package import Pages
package import Routing
package import ShopKit

extension Form {
    /// A field of the form, bound to the value at a path, with its label and what is wrong with its text.
    package func input(_ path: String, of model: Model, drafts: [String: Draft] = [:]) -> HTML {
        fields(of: model).first { $0.path == path }.map { input($0, model, drafts) } ?? ""
    }

    /// All fields of the form.
    ///
    /// The rows of an array are a region that follows their number in other tabs.
    package func inputs(of model: Model, drafts: [String: Draft]) -> HTML {
        HTML(
            parts.map { part in
                let fields = HTML(part.fields(model).map { input($0, model, drafts) })
                guard let rows = part.rows else { return fields }
                return """
                    <div class="fields" data-region="\(full(rows.path))" data-mark="\(rows.count(model))">\(fields)</div>
                    """
            })
    }

    /// The form element that the fields belong to, with the button that saves all of them.
    ///
    /// It is written before the fields, so that the enter key presses this button and no other one.
    ///
    /// - Parameters:
    ///   - links: The links of the shop.
    ///   - page: The page that the form is on.
    ///   - next: The page that follows when all fields can be read; by default the same page.
    ///   - text: The text of the button.
    ///   - isLive: Whether the form does not leave the page where JavaScript is on.
    /// - Returns: The form element.
    package func button(
        _ links: Links, on page: some TypedRoute, then next: (any TypedRoute)? = nil, _ text: String = "Save",
        live isLive: Bool = true
    ) -> HTML {
        let here: HTML = "<input type=\"hidden\" name=\"back\" value=\"\(links.path(page))\">"
        let owner: HTML = "<input type=\"hidden\" name=\"owner\" value=\"\(links.owner)\">"
        let there: HTML? = next.map { "<input type=\"hidden\" name=\"next\" value=\"\(links.path($0))\">" }
        return links.form(
            SaveForm(form: name), "\(owner)\(here)\(there)<button>\(text)</button>", live: isLive, id: "form-\(name)")
    }

    /// A button of another action, which sends the fields of the form along: without JavaScript they are kept, too.
    package func button(_ links: Links, _ action: some TypedRoute, _ text: String, label: String = "") -> HTML {
        links.button(action, text, of: "form-\(name)", label: label)
    }

    private func input(_ field: Field<Model>, _ model: Model, _ drafts: [String: Draft]) -> HTML {
        let path = full(field.path)
        let draft = drafts[path]
        let mode: HTML = field.isNumber ? " inputmode=\"\(field.keyboard)\" data-number=\"\"" : ""
        return """
            <label>\(field.label)<input name="\(path)" data-bind="\(path)" value="\(draft?.text ?? field.read(model))"\
            \(mode) form="form-\(name)" type="\(field.type)" autocomplete="off"></label><span class="problem" data-problem="\(path)" role="alert">\
            \(draft?.problem ?? "")</span>
            """
    }
}
