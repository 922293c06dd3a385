import Dispatchers
import Hooks
import Testing

@Suite(.serialized) struct JoinPointShapeTests {
    private let journal = Probe<String>()

    @Test func aClassIsHookedInEveryEffect() async throws {
        let desk = Desk()
        let journal = journal
        let hooks = [
            Desk.adding.around { _, number, proceed in proceed(number + 1) * 10 },
            Desk.adding.after { _, number, sum in journal.report("add \(number) \(sum.get())") },
            Desk.checking.before { _, number in if number < 0 { throw Refusal.never } },
            Desk.checking.after { _, _, outcome in
                if case .failure(let error) = outcome { journal.report("check \(error)") }
            },
            Desk.loading.around { _, number, proceed in await proceed(number) + (await proceed(number)) },
            Desk.loading.after { _, _, _ in
                await Task.yield()
                journal.report("loaded")
            },
            Desk.sending.around { _, number, proceed in
                do { return try await proceed(number) } catch { return -1 }
            },
            Desk.sending.after { _, _, outcome in
                if case .failure(let error) = outcome { journal.report("send \(error)") }
            },
            Desk.counting.around { type, number, proceed in proceed(number) + "\(type)".count },
        ]
        #expect(desk.add(1) == 20)
        #expect(throws: Refusal.never) { try desk.check(-1) }
        #expect(throws: Refusal.tooLarge(12)) { try desk.check(12) }
        #expect(try desk.check(3) == 3)
        #expect(await desk.load(4) == 8)
        #expect(try await desk.send(11) == -1)
        #expect(Desk.count(1) == 5)
        #expect(journal.values == ["add 2 2", "check tooLarge(12)", "loaded", "loaded", "send tooLarge(11)"])
        for hook in hooks { hook.cancel() }
        #expect(try await [desk.add(1), desk.check(1), desk.load(1), desk.send(1), Desk.count(1)] == [1, 1, 1, 1, 1])
    }

    @Test func errorsPassThroughAdviceAndAfterStillRuns() throws {
        let (desk, journal) = (Desk(), journal)
        let after = Desk.checking.after(on: .object(desk)) { _, number, _ in journal.report("after \(number)") }
        #expect(throws: Refusal.tooLarge(10)) { try desk.check(10) }
        let veto = Desk.checking.before(on: .object(desk)) { _, number in if number == 5 { throw Refusal.never } }
        #expect(throws: Refusal.never) { try desk.check(5) }
        let rescue = Desk.checking.around(on: .object(desk), priority: 1) { _, number, proceed in
            do { return try proceed(number) } catch { return -1 }
        }
        #expect(try desk.check(5) == -1)
        #expect(try desk.check(6) == 6)
        #expect(journal.values == ["after 10", "after 5", "after 5", "after 6"])
        for hook in [after, veto, rescue] { hook.cancel() }
    }

    @Test func adviceMayThrowWhereTheMethodDoes() throws {
        let hook = Desk.closing.around { _, _, proceed in
            _ = try proceed(())
            throw PaymentRefused()
        }
        #expect(throws: PaymentRefused()) { try Desk().close() }
        hook.cancel()
        #expect(try Desk().close() == 1)
    }

    @Test func aMutatingMethodIsHookedInEveryEffect() throws {
        var pile = Pile()
        let hooks = [
            Pile.adding.before { pile, _ in pile.sum += 100 },
            Pile.adding.around { pile, number, proceed in
                let sum = proceed(&pile, number * 2)
                pile.sum += 1
                return sum
            },
            Pile.adding.after { pile, _, _ in pile.sum = -pile.sum },
            Pile.checking.around { pile, number, proceed in try proceed(&pile, number) + 1 },
            Pile.checking.after { pile, _, outcome in if case .failure = outcome { pile.sum = 0 } },
        ]
        #expect(pile.add(1) == 102)
        #expect(pile.sum == -101)
        #expect(throws: Refusal.tooLarge(10)) { try pile.check(10) }
        #expect(try pile.check(2) == 3)
        for hook in hooks { hook.cancel() }
        #expect(pile.add(1) == 3)
    }

    @Test func aValueIsHookedAsAType() {
        let hook = Pile.scaling.around { pile, factor, proceed in proceed(factor) + pile.sum }
        #expect(Pile(sum: 2).scaled(by: 3) == 8)
        hook.cancel()
        #expect(Pile(sum: 2).scaled(by: 3) == 6)
    }

    @Test func anActorIsHookedOnItself() async throws {
        let vault = Vault()
        let hooks = [
            Vault.adding.before { vault, _ in _ = vault.put(10) },
            Vault.adding.around(on: .object(vault)) { vault, number, proceed in
                proceed(number * 2) + vault.assumeIsolated { $0.sum }
            },
            Vault.adding.after { vault, _, _ in vault.sum += 1000 },
            Vault.checking.around { vault, number, proceed in try proceed(number) + vault.assumeIsolated { $0.sum } },
            Vault.loading.around { vault, number, proceed in
                vault.assertIsolated()
                let sum = await vault.sum
                return await proceed(number + sum)
            },
        ]
        #expect(await vault.add(1) == 12 + 12)
        #expect(try await vault.check(1) == 1013 + 1013)
        await #expect(throws: Refusal.tooLarge(10)) { try await vault.check(10) }
        #expect(await vault.load(1) == 1013 + 1 + 1013)
        for hook in hooks { hook.cancel() }
        #expect(await vault.add(1) == 2028)
    }

    @Test func aScreenIsHookedOnTheMainActor() async throws {
        let hooks = [
            Window.adding.before { window, _ in window.sum += 10 },
            Window.checking.around { @MainActor window, number, proceed in try proceed(number) + window.sum },
            Window.loading.before { @MainActor window, _ in window.sum += 1 },
            Window.loading.around { _, number, proceed in
                MainActor.assertIsolated()
                return await proceed(number * 2)
            },
        ]
        let window = await MainActor.run { Window() }
        #expect(await window.add(1) == 11)
        #expect(try await window.check(1) == 24)
        #expect(await window.load(1) == 15)
        for hook in hooks { hook.cancel() }
    }

    @Test("Advice around a plain method that is marked with the main actor runs there, with its state")
    @MainActor func markedAdviceTouchesTheMainActor() {
        var seen: [Int] = []
        let hook = Desk.counting.around { @MainActor _, number, proceed in
            seen.append(number)
            return proceed(number + 1)
        }
        #expect(Desk.count(3) == 4 && seen == [3])
        hook.cancel()
    }

    @Test @MainActor func adviceOfTheMainActorTouchesWhatIsAroundIt() {
        let (window, other) = (Window(), Window())
        var closed: [Int] = []
        let hooks = [
            Window.closing.before(on: .object(window)) { window, _ in closed.append(window.sum) },
            Window.closing.after { window, _, _ in window.sum -= 1 },
        ]
        window.sum = 7
        window.close()
        other.close()
        #expect(closed == [7] && [window.sum, other.sum] == [-1, -1])
        for hook in hooks { hook.cancel() }
    }
}
