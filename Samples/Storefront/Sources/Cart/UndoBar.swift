import Dispatchers
import ShopKit

/// A line is back in the cart, where it was before it was removed.
struct LinePutBack: Sendable {
    let removed: RemovedLine
}

/// The bar with “Put it back” on the page of the cart, and the line that was removed last.
///
/// The messages of a row arrive at the page first. The bar consumes its own message there; others go on to the visit.
final class UndoBar: Sendable {
    private let visit: any CurrentVisit
    private let page: MessageCenter

    init(in visit: any CurrentVisit) {
        self.visit = visit
        page = MessageCenter(parent: visit.messages, name: "cart page")
        page.observe(RowPressed.self, by: self) { bar, pressed in
            guard pressed.button == .putBack, let removed = bar.take(pressed.productID) else { return }
            bar.page.consume()
            bar.visit.messages.post(LinePutBack(removed: removed))
        }
    }

    func press(_ button: RowPressed) { page.post(button) }

    /// Shows the bar for a line.
    func show(_ removed: RemovedLine) { visit.customer.states.set(.removed, to: removed) }

    /// Hides the bar of a customer, whose cart has changed.
    func hide(from customer: Customer) {
        guard customer.states[.removed] != nil else { return }
        customer.states.set(.removed, to: nil)
    }

    /// Takes the line of a product, once.
    private func take(_ productID: Int) -> RemovedLine? {
        var taken: RemovedLine?
        visit.customer.states.update(.removed) { removed in
            guard removed?.line.id == productID else { return }
            taken = removed
            removed = nil
        }
        return taken
    }
}
