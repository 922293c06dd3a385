import Dispatchers
import Testing

@testable import Hooks

@globalActor private actor Printer {
    static let shared = Printer()
}

private final class Sheet: Sendable {
    let printing = JoinPoint<Sheet, Int, Int>("printSheet(_:)")
    let folding = ThrowingJoinPoint<Sheet, Int, Int, any Error>("foldSheet(_:)")
    let mailing = AsyncJoinPoint<Sheet, Int, Int>("mailSheet(_:)")
}

private struct Stamp: Sendable {
    static let pressing = MutatingJoinPoint<Stamp, Int, Int>("pressStamp(_:)")
    static let inking = JoinPoint<Stamp, Int, Int>("inkStamp(_:)")
    var pressed = 0
}

private protocol Inkable {}

extension Stamp: Inkable {}

@MainActor private final class Monitor {
    private(set) var noted: [String] = []

    func note(_ text: String) { noted.append(text) }

    func hookSheet(_ sheet: Sheet) -> Int {
        sheet.printing.after(by: self) { monitor, _, number, _ in monitor.note("printed \(number)") }
        return #line - 1
    }

    func hookStamp() -> Int {
        Stamp.pressing.before(by: self) { monitor, _, number in monitor.note("pressed \(number)") }
        return #line - 1
    }
}

private actor Clerk {
    private(set) var sum = 0

    func hook(_ sheet: Sheet) {
        sheet.printing.before(by: self) { clerk, _, number in self.sum += number }
    }

    func print(_ sheet: Sheet, _ number: Int) -> Int { sheet.printing(sheet, number) { $0 } }
}

/// Advice that is isolated, in calls that are made elsewhere: it is skipped and reported, and the call proceeds.
@Suite(.serialized) struct SkippedHookTests {
    private let sheet = Sheet()
    private let reports = Probe<SkippedHook>()

    init() {
        let reports = reports
        SkippedHook.setHandler { reports.report($0) }
    }

    /// The reports of hooks that are written on a line of this file; those of other tests are left out.
    func reports(of line: Int, in file: String = #fileID) -> [SkippedHook] {
        reports.values.filter { $0.hook.location.line == line && $0.hook.location.fileID == file }
    }

    @Test("Advice of a screen runs on the main actor; elsewhere it is skipped, and reported with both source locations")
    @MainActor func adviceOfAScreenIsSkippedElsewhere() async throws {
        let (monitor, sheet) = (Monitor(), sheet)
        let line = monitor.hookSheet(sheet)
        #expect(sheet.printing(sheet, 1) { $0 } == 1)
        #expect(await Task.detached { sheet.printing(sheet, 2) { $0 } }.value == 2)
        #expect(await Task.detached { sheet.printing(sheet, 3) { $0 } }.value == 3)
        #expect(sheet.printing(sheet, 4) { $0 } == 4)
        #expect(monitor.noted == ["printed 1", "printed 4"])
        #expect(reports(of: line).count == 1)
        let report = try #require(reports(of: line).first)
        #expect(report.reason == .callElsewhere)
        #expect(report.hook.what == "after Sheet" && report.hook.isolation == "MainActor")
        #expect(report.joinPoint == "Sheet.printSheet(_:)")
        #expect(report.joinPointLocation?.fileID == #fileID)
        for text in [
            "after Sheet", "SkippedHookTests.swift:\(line)", "MainActor", "Sheet.printSheet(_:)", "post a message",
        ] {
            #expect(report.description.contains(text))
        }
    }

    @Test("Advice of the main actor at an asynchronous method runs there, wherever the method is called")
    @MainActor func adviceOfAnAsynchronousMethodChangesActors() async {
        let (monitor, sheet) = (Monitor(), sheet)
        let hook = sheet.mailing.after { @MainActor [weak monitor] _, number, _ async in
            monitor?.note("mailed \(number)")
        }
        #expect(await Task.detached { await sheet.mailing(sheet, 1) { number async in number } }.value == 1)
        #expect(monitor.noted == ["mailed 1"])
        #expect(reports(of: hook.location.line).isEmpty)
        hook.cancel()
    }

    @Test("Advice of a screen on a mutating method is skipped elsewhere, and reported")
    @MainActor func adviceOnAMutatingMethodIsSkippedElsewhere() async {
        let monitor = Monitor()
        let line = monitor.hookStamp()
        let press: @Sendable (Int) -> Int = { number in
            var stamp = Stamp()
            return Stamp.pressing(&stamp, number) { stamp, number in
                stamp.pressed += number
                return stamp.pressed
            }
        }
        #expect(press(1) == 1)
        #expect(await Task.detached { press(2) }.value == 2)
        #expect(monitor.noted == ["pressed 1"])
        #expect(reports(of: line).count == 1)
        Stamp.pressing.cancel(by: monitor)
    }

    @Test("Advice of an actor runs in calls that the actor makes, and is skipped elsewhere")
    func adviceOfAnActorIsSkippedElsewhere() async {
        let clerk = Clerk()
        await clerk.hook(sheet)
        #expect(await clerk.print(sheet, 1) == 1)
        #expect(sheet.printing(sheet, 2) { $0 } == 2)
        #expect(await clerk.print(sheet, 4) == 4)
        #expect(await clerk.sum == 5)
        #expect(reports.values.contains { $0.hook.isolation == "Clerk" && $0.reason == .callElsewhere })
        sheet.printing.cancel(by: clerk)
    }

    @Test("Advice of an actor is skipped where the system does not say which actor is current")
    func adviceIsSkippedWhereTheActorIsUnknown() {
        #expect(SkippedHook.Reason(ofCallOn: true) == nil)
        #expect(SkippedHook.Reason(ofCallOn: false) == .callElsewhere)
        #expect(SkippedHook.Reason(ofCallOn: nil) == .unknownActor)
    }

    @Test("Advice around a call that is marked with the main actor is passed over elsewhere")
    func adviceAroundACallIsPassedOverElsewhere() async throws {
        let sheet = sheet
        let hook = sheet.folding.around { @MainActor _, number, proceed in try proceed(number * 10) }
        #expect(try await Task.detached { try sheet.folding(sheet, 1) { number throws in number } }.value == 1)
        #expect(try await MainActor.run { try sheet.folding(sheet, 1) { number throws in number } } == 10)
        #expect(reports(of: hook.location.line).map(\.reason) == [.callElsewhere])
        hook.cancel()
    }

    @Test(
        "A pointcut's advice of the main actor that matches another method by name is reported once, by its first call")
    func aPointcutThatCannotApplyIsReported() async {
        await HookScope.runAsync {
            let called = Count()
            let hook = Pointcut<any Inkable>.named("inkStamp*").after { @MainActor _, _, _ in called.add() }
            for number in 1...3 { #expect(Stamp.inking(Stamp(), number) { $0 } == number) }
            #expect(called.value == 0)
            #expect(reports(of: hook.location.line).map(\.reason) == [.joinPointElsewhere])
            #expect(reports(of: hook.location.line).map(\.joinPoint) == ["Stamp.inkStamp(_:)"])
            #expect(reports(of: hook.location.line).allSatisfy { $0.description.contains("post a message") })
            hook.cancel()
        }
    }

    @Test("A pointcut's advice of another actor than the main actor is reported when it is registered, and never runs")
    func aPointcutOfAnotherActorIsReported() {
        HookScope.run {
            let called = Count()
            let hook = Pointcut<Sheet>.all.before { @Printer _, _ in called.add() }
            _ = sheet.printing(sheet, 1) { $0 }
            #expect(called.value == 0)
            #expect(reports(of: hook.location.line).map(\.reason) == [.unsupportedActor])
            #expect(reports(of: hook.location.line).allSatisfy { $0.description.contains("post a message") })
            #expect(hook.cancel())
        }
    }

    @Test("Without a handler, a line is written for the first, the second and the fourth hook of one place")
    @MainActor func hooksAreLogged() async {
        SkippedHook.setHandler(nil)
        let (lines, monitor) = (Probe<String>(), Monitor())
        let output = DefaultLog.Output { lines.report($0) }
        await DefaultLog.$output.withValue(output) {
            for _ in 1...5 {
                let sheet = Sheet()
                _ = monitor.hookSheet(sheet)
                #expect(await Task { @concurrent in sheet.printing(sheet, 2) { $0 } }.value == 2)
            }
        }
        #expect(lines.values.count == 3)
        #expect(lines.values.allSatisfy { $0.contains("skipped the advice “after Sheet”") })
        #expect(lines.values.last?.hasSuffix("(4 times by now; reported at 1, 2, 4, 8 …)") == true)
    }
}
