import Dispatchers
import DispatchersTesting
import ShopKit
import Testing

extension Shop {
    /// Waits until all that was posted and set in the shop and its visits was handled.
    func settled() async { await DispatchersTesting.settled(messages, states, services) }
}

extension ExploredShop {
    /// Expects that the pages show the stock that is stored.
    func expectStockIsShown(lamps: Int) async {
        await shop.settled()
        #expect(await store.stock[2] == lamps)
        #expect(shop.states[.stock][2] == lamps)
    }
}
