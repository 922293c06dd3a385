import Binding
import Dispatchers
import Pages
import ShopKit

/// One step of buying.
final class CheckoutScreen: Screen {
    let title: String
    private let step: CheckoutStep
    private let customer: ObserverCenter
    private let sale: Sale?
    private let form: Form<Profile>

    init(_ step: CheckoutStep, _ customer: ObserverCenter, _ sale: Sale?, _ form: Form<Profile>) {
        title =
            switch step {
            case .address: "Where to?"
            case .pay: "Pay"
            case .done: "Thank you"
            }
        self.step = step
        self.customer = customer
        self.sale = sale
        self.form = form
    }

    func body(_ links: Links) -> HTML {
        switch step {
        case .address: address(links)
        case .pay: pay(links)
        case .done: done(links)
        }
    }

    private func address(_ links: Links) -> HTML {
        let here = CheckoutRoute(step: .address)
        let goOn = form.button(links, on: here, then: CheckoutRoute(step: .pay), "Go on", live: false)
        return """
            <div class="form"><div class="last">\(goOn)</div>
            <div class="fields">\(form.inputs(of: customer[.profile], drafts: customer[.drafts]))</div></div>
            """
    }

    private func pay(_ links: Links) -> HTML {
        let lines = customer[.cart].priced(in: sale)
        let profile = customer[.profile]
        let total = lines.total + profile.tipCents
        let rows = lines.map { line -> HTML in
            "<li>\(Picture.of(line.id))<span>\(line.quantity) × \(line.product.name)</span> <b>\(line.cents.asPrice)</b></li>"
        }
        let tip: HTML = profile.tipCents == 0 ? "" : "<li><span>Tip</span> <b>\(profile.tipCents.asPrice)</b></li>"
        let fields: HTML = """
            <input type="hidden" name="attempt" value="\(customer[.attempt])">\
            <input type="hidden" name="total" value="\(total)"><button>Pay \(total.asPrice)</button>
            """
        return """
            <p>To \(profile.address.line). \(links.link(CheckoutRoute(step: .address), "Change"))</p>
            <ul class="lines">\(rows)\(tip)</ul>
            <p>\(lines.pieces.of("thing")), <b>\(total.asPrice)</b></p>
            \(links.form(Pay(), fields))
            """
    }

    private func done(_ links: Links) -> HTML {
        guard let number = customer[.lastOrder] else { return "<p>There is no order yet.</p>" }
        return "<p>This is \(links.link(OrderRoute(number: number), "order \(number)")).</p>"
    }
}
