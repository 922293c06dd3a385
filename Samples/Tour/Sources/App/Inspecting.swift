import ShopKit

#if INSPECT
    import Dispatchers
    import Inspector
    import Routing

    /// Starts the inspector of the shop, which prints its address and runs until the program ends.
    func inspect(_ shop: Shop) async throws {
        let inspector = try await Inspector.start(watching: shop.messages, shop.states, shop.calls, shop.router)
        inspector.offer(shop.router)
    }
#else
    /// The error of an option that this build does not have.
    struct NotBuiltWithInspector: Error, CustomStringConvertible {
        let description = "--inspect needs a build with the inspector: TOUR_INSPECT=1 swift run tour --inspect"
    }

    func inspect(_ shop: Shop) async throws { throw NotBuiltWithInspector() }
#endif
