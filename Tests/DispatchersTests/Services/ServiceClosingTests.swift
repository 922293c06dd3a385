import Dispatchers
import Foundation
import Testing

@Suite("Closing a scope during the creation of a service") struct ServiceClosingTests {
    private protocol Till: Sendable {}
    private struct CashTill: Till {}

    @Test("A thread that waits for a service does not create it in a scope closed meanwhile")
    func waitingThread() async {
        let center = ProtocolDispatcherCenter()
        let (began, mayEnd) = (Probe<Int>(), Gate())
        let (closed, results) = (Probe<Int>(), Probe<String>())
        center.provide((any Till).self, for: .session) { _ in
            began.report(1)
            mayEnd.pass()
            return CashTill()
        } closing: { _ in
            closed.report(1)
        }
        let session = center.begin(.session)
        @Sendable func lookUp() {
            do {
                _ = try session.service((any Till).self)
                results.report("made")
            } catch {
                results.report("\((error as? ServiceError)?.reason == .closed ? "closed" : "\(error)")")
            }
        }
        Thread.detachNewThread { lookUp() }
        _ = await began.values(1)
        Thread.detachNewThread { lookUp() }
        // By then, the second thread waits for the first one, or it will find the scope closed.
        for _ in 0..<20_000 { sched_yield() }
        session.close()
        mayEnd.open()
        mayEnd.open()
        #expect(await results.values(2) == ["closed", "closed"])
        #expect(began.values == [1])
        #expect(closed.values == [1])
    }

    @Test
    func scopesAreNestedUpToALimit() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var scopes = [ProtocolDispatcherCenter().begin(.session)]
            for _ in 0..<1_000 { scopes.append(scopes[scopes.count - 1].begin(.screen)) }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("service scopes are nested at most 1000 deep"))
    }
}
