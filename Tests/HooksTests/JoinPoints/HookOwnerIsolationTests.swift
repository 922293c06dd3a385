import Dispatchers
import Hooks
import Testing

private struct Unprinted: Error {}

private final class Press: Sendable {
    static let printing = JoinPoint<Press, Int, Int>("printPress(_:)")
    static let folding = ThrowingJoinPoint<Press, Int, Int, any Error>("foldPress(_:)")
    static let sending = AsyncJoinPoint<Press, Int, Int>("sendPress(_:)")
    static let signing = AsyncThrowingJoinPoint<Press, Int, Int, any Error>("signPress(_:)")

    func print(_ pages: Int) -> Int { Self.printing(self, pages) { $0 } }
    func fold(_ pages: Int) throws -> Int {
        try Self.folding(self, pages) { pages throws in
            if pages > 9 { throw Unprinted() }
            return pages
        }
    }
    func send(_ pages: Int) async -> Int { await Self.sending(self, pages) { $0 } }
    func sign(_ pages: Int) async throws -> Int { try await Self.signing(self, pages) { $0 } }
}

private struct Stack {
    static let pushing = MutatingJoinPoint<Stack, Int, Int>("pushStack(_:)")
    static let popping = MutatingThrowingJoinPoint<Stack, Int, Int, any Error>("popStack(_:)")
    var sum = 0

    mutating func push(_ number: Int) -> Int {
        Self.pushing(&self, number) { stack, number in
            stack.sum += number
            return stack.sum
        }
    }
    mutating func pop(_ number: Int) throws -> Int {
        try Self.popping(&self, number) { stack, number throws in
            stack.sum -= number
            return stack.sum
        }
    }
}

private actor Bank {
    static let adding = ActorJoinPoint<Bank, Int, Int>("addBank(_:)")
    static let taking = ActorThrowingJoinPoint<Bank, Int, Int, any Error>("takeBank(_:)")
    var sum = 0

    func add(_ number: Int) -> Int {
        Self.adding(self, number) { number in
            sum += number
            return sum
        }
    }
    func take(_ number: Int) throws -> Int {
        try Self.taking(self, number) { number throws in
            sum -= number
            return sum
        }
    }
}

@MainActor private final class Panel {
    nonisolated static let opening = MainActorJoinPoint<Panel, Int, Int>("openPanel(_:)")
    nonisolated static let closing = MainActorThrowingJoinPoint<Panel, Int, Int, any Error>("closePanel(_:)")
    var title = "panel"

    func open(_ number: Int) -> Int { Self.opening(self, number) { $0 } }
    func close(_ number: Int) throws -> Int {
        try Self.closing(self, number) { number throws in
            if number > 9 { throw Unprinted() }
            return number
        }
    }
}

/// A screen that hooks everything, and touches its own state where the join point lets it.
@MainActor private final class Editor {
    private(set) var noted: [String] = []
    let journal = Probe<String>()

    func note(_ text: String) { noted.append(text) }

    func hookMethods() {
        Press.printing.before(by: self) { me, press, pages in me.note("print \(pages)") }
        Press.printing.after(by: self) { me, _, _, _ in me.note("printed") }
        Press.printing.after(by: self) { me, _, _, pages in me.note("returned \(pages.get())") }
        Press.folding.before(by: self) { me, _, pages in
            me.note("fold \(pages)")
            if pages < 0 { throw Unprinted() }
        }
        Press.folding.after(by: self) { me, _, _, _ in me.note("folded") }
        Press.folding.after(by: self) { me, _, _, outcome in
            if case .success(let pages) = outcome { me.note("returned \(pages)") }
        }
        Press.folding.after(by: self) { me, _, _, outcome in
            if case .failure(let error) = outcome { me.note("\(error)") }
        }
        Panel.opening.before(by: self) { me, panel, _ in me.note(panel.title) }
        Panel.closing.after(by: self) { me, panel, _, outcome in
            if case .failure(let error) = outcome { me.note("\(panel.title) \(error)") }
        }
        Stack.pushing.before(by: self) { me, stack, number in me.note("push \(stack.sum) \(number)") }
        Stack.popping.after(by: self) { me, stack, _, outcome in
            stack.sum = 0
            if case .success(let sum) = outcome { me.note("pop \(sum)") }
        }
    }

    func hookElsewhere() {
        Press.sending.before(by: self) { me, _, pages in await me.note("send \(pages)") }
        Press.signing.after(by: self) { me, _, _, outcome in
            if case .success(let pages) = outcome { await me.note("signed \(pages)") }
        }
        Bank.adding.before(by: self) { me, bank, number in me.journal.report("add \(number) to \(bank.sum)") }
        Bank.taking.after(by: self) { me, bank, _, outcome in
            if case .success(let sum) = outcome { me.journal.report("\(sum) \(bank.sum)") }
        }
    }
}

/// An actor that hooks everything.
private actor Office {
    let journal = Probe<String>()
    var notes = 0

    func note(_ text: String) {
        notes += 1
        journal.report(text)
    }

    func hookAll() {
        Press.printing.before(by: self) { me, _, pages in me.journal.report("print \(pages)") }
        Press.sending.before(by: self) { me, _, pages in await me.note("send \(pages)") }
        Bank.adding.after(by: self) { me, bank, number, _ in me.journal.report("add \(number) \(bank.sum)") }
        Panel.opening.after(by: self) { @MainActor me, panel, _, _ in me.journal.report(panel.title) }
        Stack.pushing.after(by: self) { me, stack, _, _ in me.journal.report("push \(stack.sum)") }
    }
}

@Suite(.serialized) struct HookOwnerIsolationTests {
    @Test("A class of the main actor hooks methods by owner, and touches its state")
    @MainActor func aScreenHooksByOwner() throws {
        HookScope.run {
            let (desk, press, panel) = (Editor(), Press(), Panel())
            desk.hookMethods()
            #expect(press.print(1) == 1)
            #expect(desk.noted == ["print 1", "returned 1", "printed"])
            #expect((try? press.fold(2)) == 2)
            #expect((try? press.fold(10)) == nil && (try? press.fold(-1)) == nil)
            #expect(
                desk.noted.dropFirst(3) == [
                    "fold 2", "returned 2", "folded", "fold 10", "Unprinted()", "folded", "fold -1",
                ])
            #expect(panel.open(1) == 1 && desk.noted.last == "panel")
            #expect((try? panel.close(10)) == nil && desk.noted.last == "panel Unprinted()")
            var stack = Stack()
            #expect(stack.push(2) == 2 && desk.noted.last == "push 0 2")
            #expect((try? stack.pop(1)) == 1 && stack.sum == 0 && desk.noted.last == "pop 1")
        }
    }

    @Test("A class of the main actor hooks methods of other isolations by owner")
    @MainActor func aScreenHooksOtherIsolationsByOwner() async throws {
        try await HookScope.runAsync { () async throws in
            let (desk, press, bank) = (Editor(), Press(), Bank())
            desk.hookElsewhere()
            #expect(await press.send(1) == 1)
            #expect(try await press.sign(3) == 3)
            #expect(desk.noted == ["send 1", "signed 3"])
            #expect(await bank.add(5) == 5)
            #expect(try await bank.take(1) == 4)
            #expect(desk.journal.values == ["add 5 to 0", "4 4"])
        }
    }

    @Test("An actor hooks methods of any isolation by owner")
    func anActorHooksByOwner() async {
        await HookScope.runAsync {
            let office = Office()
            await office.hookAll()
            _ = Press().print(1)
            _ = await Press().send(2)
            _ = await Bank().add(3)
            _ = await Panel().open(4)
            var stack = Stack()
            _ = stack.push(5)
            #expect(office.journal.values == ["print 1", "send 2", "add 3 3", "panel", "push 5"])
            #expect(await office.notes == 1)
        }
    }
}
