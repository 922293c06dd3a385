import DispatchersTesting
import Testing

@testable import Bridging

@Suite(.timeLimit(.minutes(10)))
struct OutgoingLaneTests {
    private func lane(_ options: BridgeOptions = BridgeOptions()) -> OutgoingLane {
        OutgoingLane("notes", version: 1, from: "a", options, onRefusal: { _, _ in }, onAbandoning: { _ in })
    }

    @Test(arguments: [(8, 3, nil), (9, 3, .tooLarge), (8, 4, .cyclic)] as [(Int, Int, BridgeError.Reason?)])
    func aMessageMayReachTheLimitsOfTheOptions(_ size: Int, _ depth: Int, _ reason: BridgeError.Reason?) {
        var options = BridgeOptions()
        options.payloadLimit = 8
        options.cycleLimit = 3
        let lane = lane(options)
        let payload = Array(repeating: 0 as UInt8, count: size)
        let result = Result { try lane.entry(payload, depth: depth, traceparent: nil) }
        switch result {
        case .success(let entry): #expect(reason == nil && entry.payload == payload)
        case .failure(let error): #expect((error as? BridgeError)?.reason == reason)
        }
        #expect(lane.status.refused == (reason == nil ? 0 : 1))
    }

    @Test func aLaneThatWaitsNoLongerRefusesEntries() throws {
        let lane = lane()
        lane.failWaiting()
        let entry = try lane.entry([], depth: 0, traceparent: nil)
        let error = #expect(throws: BridgeError.self) { try lane.add(entry) }
        #expect(error?.reason == .stopped)
    }

    @Test func aTrimThatIsCancelledIsNoFailure() async {
        var options = BridgeOptions()
        options.retention = .last(1)
        let lane = lane(options)
        let log = HookedLog { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            throw CancellationError()
        }
        let time = Timekeeper(ManualClock())
        _ = await result(of: Task { await lane.keepTrimming(log, by: time) })
        #expect(lane.status.trimFailure == nil)
    }
}
