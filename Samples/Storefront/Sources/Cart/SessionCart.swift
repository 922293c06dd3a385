import Dispatchers
import ShopKit

/// The cart of one visit's customer.
final class SessionCart: CartLogic {
    private let visit: any CurrentVisit
    private let undo: UndoBar

    init(in visit: any CurrentVisit) {
        self.visit = visit
        undo = UndoBar(in: visit)
        visit.messages.observe(ItemPicked.self, by: self) { cart, picked in
            cart.update { $0.add(CartLine(picked.product)) }
            cart.visit.messages.post(ItemAdded(picked.product))
        }
        visit.messages.observe(SignedIn.self, by: self) { cart, signedIn in cart.add(cartOf: signedIn.before) }
        visit.messages.observe(LinePutBack.self, by: self) { cart, back in
            cart.update { $0.add(back.removed.line, at: back.removed.index) }
        }
        visit.messages.observe(RowPressed.self, by: self) { cart, pressed in
            if pressed.button == .remove {
                cart.remove(pressed.productID)
            } else {
                // Nothing has consumed it on the way.
                cart.visit.messages.post(RowWasNotPutBack())
            }
        }
    }

    func change(_ change: (inout [CartLine]) throws -> Void) throws { try update(change) }

    func replace(by lines: [CartLine], of customer: Customer) { update(of: customer) { $0 = lines } }

    func subtract(_ lines: [CartLine], from customer: Customer) {
        update(of: customer) { $0.subtract(lines) }
        // A line that was removed while the order was stored is bought, so it is not put back.
        undo.hide(from: customer)
    }

    func press(_ button: RowPressed) { undo.press(button) }

    /// Changes the cart.
    ///
    /// A line that was removed before can only be put back until the cart changes.
    private func update(of customer: Customer? = nil, _ change: (inout [CartLine]) throws -> Void) rethrows {
        let customer = customer ?? visit.customer
        let states = customer.states
        var isChanged = false
        try states.update(.cart) { lines in
            let before = lines
            try change(&lines)
            isChanged = lines != before
        }
        guard isChanged else { return }
        undo.hide(from: customer)
        dropDrafts(in: states)
    }

    /// Forgets what was typed into the fields of lines that are gone.
    private func dropDrafts(in states: ObserverCenter) {
        let fields = Set(states[.cart].map { "cart[\($0.id)].quantity" })
        let gone = states[.drafts].keys.filter { $0.hasPrefix("cart[") && !fields.contains($0) }
        guard !gone.isEmpty else { return }
        states.update(.drafts) { drafts in
            for path in gone { drafts[path] = nil }
        }
    }

    private func remove(_ id: Int) {
        let states = visit.customer.states
        guard let index = states[.cart].firstIndex(where: { $0.id == id }) else { return }
        let line = states[.cart][index]
        update { lines in lines.removeAll { $0.id == id } }
        undo.show(RemovedLine(line, at: index))
    }

    /// Adds what a guest had in the cart before signing in.
    private func add(cartOf guest: Customer) {
        guard guest.name == nil else { return }
        let lines = guest.states[.cart]
        update { cart in
            for line in lines { cart.add(line) }
        }
    }
}
