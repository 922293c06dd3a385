import Dispatchers
import Foundation
import Testing

@Suite("Closing a scope while a service is made") struct ServiceClosingTests {
    private protocol Till: Sendable {}
    private struct CashTill: Till {}

    @Test("a thread that waited for a service does not make it in the closed scope") func waitingThread() async {
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
        // The second thread waits for the first one by then, or finds the scope closed.
        for _ in 0..<20_000 { sched_yield() }
        session.close()
        mayEnd.open()
        mayEnd.open()
        #expect(await results.values(2) == ["closed", "closed"])
        #expect(began.values == [1])
        #expect(closed.values == [1])
    }
}
