import Dispatchers
import Testing

// Every shape of join point as it is written by hand: plain, throws, async and async throws on a class, a struct's mutating
// method, an actor and the main actor.

private enum Refusal: Error, Equatable {
    case tooLarge(Int)
    case never
}

private final class Desk: Sendable {
    static let adding = JoinPoint<Desk, Int, Int>("add(_:)")
    static let checking = ThrowingJoinPoint<Desk, Int, Int, Refusal>("check(_:)")
    static let loading = AsyncJoinPoint<Desk, Int, Int>("load(_:)")
    static let sending = AsyncThrowingJoinPoint<Desk, Int, Int, Refusal>("send(_:)")
    static let counting = JoinPoint<Desk.Type, Int, Int>("count(_:)")

    func add(_ number: Int) -> Int { Self.adding(self, number) { $0 } }

    func check(_ number: Int) throws(Refusal) -> Int {
        try Self.checking(self, number) { number throws(Refusal) in
            guard number < 10 else { throw .tooLarge(number) }
            return number
        }
    }

    func load(_ number: Int) async -> Int {
        await Self.loading(self, number) { number in
            await Task.yield()
            return number
        }
    }

    func send(_ number: Int) async throws(Refusal) -> Int {
        try await Self.sending(self, number) { number async throws(Refusal) in
            await Task.yield()
            guard number < 10 else { throw .tooLarge(number) }
            return number
        }
    }

    static func count(_ number: Int) -> Int { counting(self, number) { $0 } }
}

private struct Pile {
    static let adding = MutatingJoinPoint<Pile, Int, Int>("add(_:)")
    static let checking = MutatingThrowingJoinPoint<Pile, Int, Int, Refusal>("check(_:)")
    static let loading = AsyncMutatingJoinPoint<Pile, Int, Int>("load(_:)")
    static let sending = AsyncMutatingThrowingJoinPoint<Pile, Int, Int, Refusal>("send(_:)")
    var sum = 0

    mutating func add(_ number: Int) -> Int { Self.adding(&self, number) { $0.put($1) } }

    mutating func check(_ number: Int) throws(Refusal) -> Int {
        try Self.checking(&self, number) { pile, number throws(Refusal) in
            guard number < 10 else { throw .tooLarge(number) }
            return pile.put(number)
        }
    }

    mutating func load(_ number: Int) async -> Int {
        await Self.loading(&self, number) { pile, number in
            await Task.yield()
            return pile.put(number)
        }
    }

    mutating func send(_ number: Int) async throws(Refusal) -> Int {
        try await Self.sending(&self, number) { pile, number async throws(Refusal) in
            await Task.yield()
            guard number < 10 else { throw .tooLarge(number) }
            return pile.put(number)
        }
    }

    private mutating func put(_ number: Int) -> Int {
        sum += number
        return sum
    }
}

private actor Vault {
    static let adding = ActorJoinPoint<Vault, Int, Int>("add(_:)")
    static let checking = ActorThrowingJoinPoint<Vault, Int, Int, Refusal>("check(_:)")
    static let loading = AsyncJoinPoint<Vault, Int, Int>("load(_:)")
    var sum = 0

    func add(_ number: Int) -> Int { Self.adding(self, number) { put($0) } }

    func check(_ number: Int) throws(Refusal) -> Int {
        try Self.checking(self, number) { number throws(Refusal) in
            guard number < 10 else { throw .tooLarge(number) }
            return put(number)
        }
    }

    func load(_ number: Int) async -> Int {
        await Self.loading(self, number) { number in
            await Task.yield()
            return put(number)
        }
    }

    func put(_ number: Int) -> Int {
        sum += number
        return sum
    }
}

@MainActor private final class Window {
    nonisolated static let adding = MainActorJoinPoint<Window, Int, Int>("add(_:)")
    nonisolated static let checking = MainActorThrowingJoinPoint<Window, Int, Int, Refusal>("check(_:)")
    nonisolated static let loading = AsyncJoinPoint<Window, Int, Int>("load(_:)")
    var sum = 0

    func add(_ number: Int) -> Int { Self.adding(self, number) { put($0) } }

    func check(_ number: Int) throws(Refusal) -> Int {
        try Self.checking(self, number) { number throws(Refusal) in
            guard number < 10 else { throw .tooLarge(number) }
            return put(number)
        }
    }

    func load(_ number: Int) async -> Int {
        await Self.loading(self, number) { number in
            await Task.yield()
            return put(number)
        }
    }

    func put(_ number: Int) -> Int {
        sum += number
        return sum
    }
}

@Suite(.serialized) struct HookShapePageTests {
    private let journal = Journal()

    @Test func aClassIsHookedInEveryEffect() async throws {
        let desk = Desk()
        let journal = journal
        let hooks = [
            Desk.adding.around { _, number, proceed in proceed(number + 1) * 10 },
            Desk.adding.afterReturning { _, number, sum in journal.note("add \(number) \(sum)") },
            Desk.checking.before { _, number in if number < 0 { throw Refusal.never } },
            Desk.checking.afterThrowing { _, _, error in journal.note("check \(error)") },
            Desk.loading.around { _, number, proceed in await proceed(number) + (await proceed(number)) },
            Desk.loading.after { _, _ in
                await Task.yield()
                journal.note("loaded")
            },
            Desk.sending.around { _, number, proceed in
                do { return try await proceed(number) } catch { return -1 }
            },
            Desk.sending.afterThrowing { _, _, error in journal.note("send \(error)") },
            Desk.counting.around { type, number, proceed in proceed(number) + "\(type)".count },
        ]
        #expect(desk.add(1) == 20)
        #expect(throws: Refusal.never) { try desk.check(-1) }
        #expect(throws: Refusal.tooLarge(12)) { try desk.check(12) }
        #expect(try desk.check(3) == 3)
        #expect(await desk.load(4) == 8)
        #expect(try await desk.send(11) == -1)
        #expect(Desk.count(1) == 5)
        #expect(journal.all == ["add 2 2", "check tooLarge(12)", "loaded", "loaded", "send tooLarge(11)"])
        for hook in hooks { hook.cancel() }
        #expect(try await [desk.add(1), desk.check(1), desk.load(1), desk.send(1), Desk.count(1)] == [1, 1, 1, 1, 1])
    }

    @Test func aMutatingMethodIsHookedInEveryEffect() async throws {
        var pile = Pile()
        let hooks = [
            Pile.adding.before { pile, _ in pile.sum += 100 },
            Pile.checking.around { pile, number, proceed in try proceed(&pile, number) + 1 },
            Pile.checking.afterThrowing { pile, _, _ in pile.sum = 0 },
            Pile.loading.around { pile, number, proceed in
                await Task.yield()
                return await proceed(&pile, number * 2)
            },
            Pile.sending.before { pile, _ in
                await Task.yield()
                pile.sum += 5
            },
        ]
        #expect(pile.add(1) == 101)
        #expect(throws: Refusal.tooLarge(10)) { try pile.check(10) }
        #expect(try pile.check(2) == 3)
        #expect(await pile.load(4) == 10)
        #expect(try await pile.send(1) == 16)
        await #expect(throws: Refusal.tooLarge(99)) { try await Pile.refused() }
        for hook in hooks { hook.cancel() }
    }

    @Test func anActorIsHookedOnItself() async throws {
        let vault = Vault()
        let hooks = [
            Vault.adding.before { vault, _ in vault.sum += 10 },
            Vault.checking.around { vault, number, proceed in try proceed(number) + vault.sum },
            Vault.loading.around { vault, number, proceed in
                vault.assertIsolated()
                let sum = await vault.sum
                return await proceed(number + sum)
            },
        ]
        #expect(await vault.add(1) == 11)
        #expect(try await vault.check(1) == 24)
        await #expect(throws: Refusal.tooLarge(10)) { try await vault.check(10) }
        #expect(await vault.load(1) == 25)
        for hook in hooks { hook.cancel() }
    }

    @Test func aScreenIsHookedOnTheMainActor() async throws {
        let hooks = [
            Window.adding.before { window, _ in window.sum += 10 },
            Window.checking.around { window, number, proceed in try proceed(number) + window.sum },
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
}

extension Pile {
    fileprivate static func refused() async throws -> Int {
        var pile = Pile()
        return try await pile.send(99)
    }
}
