import DispatchersTesting
import Testing

@testable import Bridging

struct RemoteOriginTests {
    struct First: Sendable {}
    struct Second: Sendable {}

    let center = MessageCenter { _ in }
    let origin = RemoteOrigin(after: 7)

    /// Posts a message whose handler posts another one, and returns the depths of both.
    private func depths(fileID: StaticString, line: Int, of origin: RemoteOrigin) -> [Int?] {
        let depths = Recording<Int?>()
        let next = Recording<Int>()
        let first = center.tap(First.self) { [center] _ in depths.append(origin.depth(of: center.origin)) }
        let second = center.tap(Second.self) { [center] _ in depths.append(origin.depth(of: center.origin)) }
        let posting = center.observe(First.self) { [center] _ in
            next.append(RemoteOrigin.nextDepth(of: center.origin))
            center.post(Second())
        }
        center.post(First(), fileID: fileID, line: line)
        withExtendedLifetime((first, second, posting)) {}
        // The handler of a message that was received posts, which is a step, as a `deliver` in it would be.
        #expect(next.values == [depths.values.last.flatMap { $0 }])
        return depths.values
    }

    private func entry(_ depth: Int) -> LogEntry {
        LogEntry(sender: "a", number: 1, type: "t", depth: depth, payload: [])
    }

    @Test func aPostOfTheAppHasTheDepthOfItsChain() {
        #expect(depths(fileID: "App/Main", line: 77, of: origin) == [0, 1])
        #expect(RemoteOrigin.nextDepth(of: []) == 0)
    }

    @Test(arguments: [-5, 0, 3, RemoteOrigin.depthLimit]) func aReceivedMessageIsNotSentAndLeadsToOthers(_ depth: Int) {
        let line = RemoteOrigin.line(ofReceived: entry(depth))
        #expect(depths(fileID: RemoteOrigin.received, line: line, of: origin) == [nil, max(0, depth) + 2])
    }

    @Test(arguments: [0, 3, RemoteOrigin.depthLimit]) func aDeliveredMessageIsSentByOtherBridgesAlone(_ depth: Int) {
        let line = origin.line(ofDelivered: depth)
        #expect(depths(fileID: RemoteOrigin.delivered, line: line, of: origin) == [nil, depth + 1])
        #expect(depths(fileID: RemoteOrigin.delivered, line: line, of: RemoteOrigin(after: 8)) == [depth, depth + 1])
    }

    @Test(arguments: [0, 1, 1_023, 1_024, .max]) func aLineFitsInto31Bits(_ count: Int) {
        let line = RemoteOrigin(after: count).line(ofDelivered: RemoteOrigin.depthLimit)
        #expect(line > 0 && line < 1 << 31)
    }

    @Test func bridgesAreToldApart() {
        let lines = Set((0..<1_024).map { RemoteOrigin(after: $0).line(ofDelivered: 3) })
        #expect(lines.count == 1_024)
        #expect(RemoteOrigin().line(ofDelivered: 3) != RemoteOrigin().line(ofDelivered: 3))
    }
}
