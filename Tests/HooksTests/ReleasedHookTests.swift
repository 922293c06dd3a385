import Dispatchers
import Hooks
import Testing

#if DEBUG
    private final class Lid: Sendable {
        static let closing = JoinPoint<Lid, Int, Int>("closeLid(_:)")
        static let sealing = AsyncJoinPoint<Lid, Int, Int>("sealLid(_:)")
    }

    @globalActor private actor LidPrinter {
        static let shared = LidPrinter()
    }

    extension Moment where Payload == Void {
        fileprivate static var didClose: Self { Self("didClose") }
    }

    /// Hooks whose registrations are released where they are made, which builds for debugging report.
    extension SkippedHookTests {
        @Test("A hook whose registration is released at once is reported, of join points, pointcuts and moments")
        func releasedHooksAreReported() async {
            let lifecycle = Lifecycle()
            let line = #line + 1
            _ = Lid.closing.before { _, _ in }
            _ = Lid.closing.around { _, number, proceed in proceed(number) }
            _ = Lid.sealing.after { _, _, _ async in }
            _ = Pointcut<Lid>.all.before { _, _ in }
            _ = lifecycle.after(.didClose, of: Lid.self) { _, _ in }
            for offset in 0..<5 {
                let report = reports(of: line + offset).first
                #expect(report?.reason == .registrationReleased, "\(offset)")
                let text =
                    "the hook “\(report?.hook.what ?? "")” at \(#fileID):\(line + offset) ended at once, since its registration was "
                    + "released: store the registration, or name an owner with “by:”"
                #expect(report?.description == text)
            }
        }

        @Test("A hook that cannot run anywhere is reported once, also when its registration is released at once")
        func unsupportedHooksAreReportedOnce() {
            let line = #line + 1
            _ = Pointcut<Lid>.all.before { @LidPrinter _, _ in }
            #expect(reports(of: line).map(\.reason) == [.unsupportedActor])
        }

        @Test("A hook that has run, or was cancelled, is not reported when its registration is released")
        func endedHooksAreNotReported() {
            let lid = Lid()
            let line = #line + 1
            var hook: Registration? = Lid.closing.before { _, _ in }
            #expect(Lid.closing(lid, 1) { $0 } == 1)
            hook = nil
            Lid.closing.before { _, _ in }.cancel()
            #expect(hook == nil)
            #expect(reports(of: line).isEmpty && reports(of: line + 3).isEmpty)
        }
    }
#endif
