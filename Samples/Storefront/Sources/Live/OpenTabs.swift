package import ShopKit
import Synchronization

/// The tabs of all visits, a few of each.
///
/// A browser shares one stream among its tabs. More streams of a visit are left over from pages that are gone.
package final class OpenTabs: Sendable {
    private static let limit = 8

    private let tabs = Mutex<[ObjectIdentifier: [Tab]]>([:])

    package init() {}

    /// Opens a tab; of too many tabs of the visit, the oldest one is closed.
    package func open(for visit: Visit) -> Tab {
        let tab = Tab(of: visit)
        let oldest = tabs.withLock { tabs -> Tab? in
            tabs[ObjectIdentifier(visit), default: []].append(tab)
            guard tabs[ObjectIdentifier(visit), default: []].count > Self.limit else { return nil }
            return tabs[ObjectIdentifier(visit)]?.removeFirst()
        }
        oldest?.close()
        return tab
    }

    /// Closes a tab of a visit.
    package func close(_ tab: Tab, of visit: Visit) {
        tab.close()
        tabs.withLock { tabs in
            tabs[ObjectIdentifier(visit)]?.removeAll { $0 === tab }
            if tabs[ObjectIdentifier(visit)]?.isEmpty == true { tabs[ObjectIdentifier(visit)] = nil }
        }
    }
}
