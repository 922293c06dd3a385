import DispatchersTesting
import SignalboxCore
import Testing

@testable import Bridging

struct RemoteOriginTests {
    struct First: Sendable {}
    struct Second: Sendable {}

    let center = MessageCenter { _ in }
    let origin = RemoteOrigin(after: 7)

    /// Posts a message whose handler posts another one, and returns the depths of both.
    private func depths(at location: SignalboxCore.SourceLocation, of origin: RemoteOrigin) -> [Int?] {
        let depths = Recording<Int?>()
        let next = Recording<Int>()
        let first = center.tap(First.self) { [center] _ in depths.append(origin.depth(of: center.origin)) }
        let second = center.tap(Second.self) { [center] _ in depths.append(origin.depth(of: center.origin)) }
        let posting = center.observe(First.self) { [center] _ in
            next.append(RemoteOrigin.nextDepth(of: center.origin))
            center.post(Second())
        }
        center.post(First(), at: location)
        withExtendedLifetime((first, second, posting)) {}
        // The handler of a message that was received posts, which is a step, as a `deliver` in it would be.
        #expect(next.values == [depths.values.last.flatMap { $0 }])
        return depths.values
    }

    private func entry(_ depth: Int) -> LogEntry {
        LogEntry(sender: "a", number: 1, type: "t", depth: depth, payload: [])
    }

    @Test func aPostOfTheAppHasTheDepthOfItsChain() {
        #expect(depths(at: SignalboxCore.SourceLocation(), of: origin) == [0, 1])
        #expect(RemoteOrigin.nextDepth(of: []) == 0)
    }

    @Test(arguments: [-5, 0, 3, RemoteOrigin.depthLimit]) func aReceivedMessageIsNotSentAndLeadsToOthers(_ depth: Int) {
        let location = RemoteOrigin.location(ofReceived: entry(depth), at: SignalboxCore.SourceLocation())
        #expect(depths(at: location, of: origin) == [nil, max(0, depth) + 1])
    }

    @Test(arguments: [0, 3, RemoteOrigin.depthLimit]) func aDeliveredMessageIsSentByOtherBridgesAlone(_ depth: Int) {
        let location = origin.location(ofDelivered: depth, at: SignalboxCore.SourceLocation())
        #expect(depths(at: location, of: origin) == [nil, depth + 1])
        #expect(depths(at: location, of: RemoteOrigin(after: 8)) == [depth, depth + 1])
    }

    @Test(arguments: [0, 1, 1_023, 1_024, .max]) func aMarkKeepsDepthAndPlace(_ count: Int) {
        let place = SignalboxCore.SourceLocation()
        let location = RemoteOrigin(after: count).location(ofDelivered: RemoteOrigin.depthLimit, at: place)
        #expect(location.description == place.description)
        #expect(depths(at: location, of: RemoteOrigin(after: count))[1] == RemoteOrigin.depthLimit + 1)
    }

    @Test func bridgesAreToldApart() {
        let place = SignalboxCore.SourceLocation()
        let marks = Set((0..<1_024).map { RemoteOrigin(after: $0).location(ofDelivered: 3, at: place).mark })
        #expect(marks.count == 1_024)
        let next = [RemoteOrigin(), RemoteOrigin()].map { $0.location(ofDelivered: 3, at: place).mark }
        #expect(next[0] != next[1])
    }
}
