import DispatchersMacros

/// The calls of the shop to its observers.
@Dispatchable protocol ShopObserver: AnyObject {
    func didOpen(_ shop: String)
    @Deliver(.reduce(true) { $0 && $1 }) func mayClose() -> Bool
}

/// One who is interested.
final class Clerk: ShopObserver, Sendable {
    func didOpen(_ shop: String) { print("clerk: welcome to \(shop)") }
    func mayClose() -> Bool { false }
}
