import Routing
import Synchronization
import Testing

@testable import SignalboxUI

@Suite("A router that is missing in the environment") struct MissingRouterTests {
    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    @Test("Opening a URL without a router in the environment is reported") func reports() async {
        let lines = Lines()
        let router = Router.withoutRoutes { line in lines.all.withLock { $0.append(line) } }
        #expect(await !router.open("shop://cart").isHandled)
        #expect(!router.canOpen("shop://cart"))
        let reported = lines.all.withLock { $0 }
        #expect(reported.count == 1)
        #expect(reported.first?.hasPrefix("shop://cart was not opened: no router is in the environment") == true)
    }
}
