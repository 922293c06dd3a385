import Dispatchers
import Hooks

// Every shape of join point as it is written by hand: plain, throws, async and async throws on a class, a struct's mutating
// method, an actor and the main actor. The tests of one suite hook them, one after the other.

enum Refusal: Error, Equatable {
    case tooLarge(Int)
    case never
}

final class Desk: Sendable {
    static let adding = JoinPoint<Desk, Int, Int>("add(_:)")
    static let checking = ThrowingJoinPoint<Desk, Int, Int, Refusal>("check(_:)")
    static let loading = AsyncJoinPoint<Desk, Int, Int>("load(_:)")
    static let sending = AsyncThrowingJoinPoint<Desk, Int, Int, Refusal>("send(_:)")
    static let counting = JoinPoint<Desk.Type, Int, Int>("count(_:)")
    static let closing = ThrowingJoinPoint<Desk, Void, Int, any Error>("close()")

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

    func close() throws -> Int { try Self.closing(self, ()) { 1 } }

    static func count(_ number: Int) -> Int { counting(self, number) { $0 } }
}

struct Pile {
    static let adding = MutatingJoinPoint<Pile, Int, Int>("add(_:)")
    static let checking = MutatingThrowingJoinPoint<Pile, Int, Int, Refusal>("check(_:)")
    static let scaling = JoinPoint<Pile, Int, Int>("scaled(by:)")
    var sum = 0

    func scaled(by factor: Int) -> Int { Self.scaling(self, factor) { sum * $0 } }

    mutating func add(_ number: Int) -> Int { Self.adding(&self, number) { $0.put($1) } }

    mutating func check(_ number: Int) throws(Refusal) -> Int {
        try Self.checking(&self, number) { pile, number throws(Refusal) in
            guard number < 10 else { throw .tooLarge(number) }
            return pile.put(number)
        }
    }

    private mutating func put(_ number: Int) -> Int {
        sum += number
        return sum
    }
}

actor Vault {
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

@MainActor final class Window {
    nonisolated static let adding = MainActorJoinPoint<Window, Int, Int>("add(_:)")
    nonisolated static let checking = MainActorThrowingJoinPoint<Window, Int, Int, Refusal>("check(_:)")
    nonisolated static let loading = AsyncJoinPoint<Window, Int, Int>("load(_:)")
    static let closing = MainActorJoinPoint<Window, Void, Void>("close()")
    var sum = 0

    func close() { Self.closing(self, ()) { sum = 0 } }

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
