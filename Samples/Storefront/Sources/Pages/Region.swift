/// Receives the changes of regions.
package protocol RegionObserver: AnyObject, Sendable {
    /// Called on the thread that has changed a state of the region.
    ///
    /// - Parameter index: The number with which the region is observed.
    func regionChanged(_ index: Int)
}

/// A part of pages that follows states.
///
/// One closure renders it: for a page that is shown first, and for the open tabs that follow later.
///
/// ```swift
/// Region(of: .customer(.cart[\.pieces])) { [Patch("badge", "\($0)")] }
/// Region(of: .customer(.cart), .shop(.sale)) { cart, sale in [Patch("total", "\(cart.priced(in: sale).total)")] }
/// ```
package struct Region: Sendable {
    /// A Boolean value that indicates whether it is for staff alone.
    package let isForStaff: Bool

    /// A Boolean value that indicates whether it shows a state of the shop.
    package let isOfShop: Bool
    private let render: @Sendable (RegionStates) -> [Patch]
    private let begin: @Sendable (Int, RegionStates, any RegionObserver) -> Void

    /// Follows states, which may have several owners.
    package init<each Value: Sendable & Equatable>(
        of sources: repeat RegionSource<each Value>, forStaff isForStaff: Bool = false,
        _ render: @escaping @Sendable (repeat each Value) -> [Patch]
    ) {
        self.init(following: repeat each sources, forStaff: isForStaff) { states in
            render(repeat (each sources).value(in: states))
        }
    }

    /// Follows states, and renders what the closure reads.
    ///
    /// The closure may read more than the region follows.
    package init<each Value: Sendable & Equatable>(
        following sources: repeat RegionSource<each Value>, forStaff isForStaff: Bool = false,
        _ render: @escaping @Sendable (RegionStates) -> [Patch]
    ) {
        var owners: [StateOwner] = []
        repeat owners.append((each sources).owner)
        self.isForStaff = isForStaff
        isOfShop = owners.contains(.shop)
        self.render = render
        begin = { index, states, observer in
            repeat (each sources).observe(index, in: states, by: observer)
        }
    }

    /// The patches with the current content.
    package func patches(in states: RegionStates) -> [Patch] { render(states) }

    /// The current content, for a page.
    package func content(in states: RegionStates) -> RegionContent { RegionContent(of: render(states)) }

    /// Reports later changes to an observer, for as long as it lives.
    package func observe(as index: Int, in states: RegionStates, by observer: any RegionObserver) {
        begin(index, states, observer)
    }
}
