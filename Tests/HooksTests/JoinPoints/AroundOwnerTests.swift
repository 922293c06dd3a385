import Dispatchers
import Hooks
import Testing

private final class Mill: Sendable {
    let grinding = JoinPoint<Mill, Int, Int>("grind(_:)")
    let sifting = ThrowingJoinPoint<Mill, Int, Int, any Error>("sift(_:)")
    let drying = AsyncJoinPoint<Mill, Int, Int>("dry(_:)")
    let storing = AsyncThrowingJoinPoint<Mill, Int, Int, any Error>("store(_:)")
}

private struct Sack {
    static let filling = MutatingJoinPoint<Sack, Int, Int>("fill(_:)")
    static let emptying = MutatingThrowingJoinPoint<Sack, Int, Int, any Error>("empty(_:)")
}

private actor Silo {
    static let loading = ActorJoinPoint<Silo, Int, Int>("load(_:)")
    static let unloading = ActorThrowingJoinPoint<Silo, Int, Int, any Error>("unload(_:)")

    func load(_ number: Int) -> Int { Self.loading(self, number) { $0 } }
    func unload(_ number: Int) throws -> Int { try Self.unloading(self, number) { number throws in number } }
}

@MainActor private final class Room {
    nonisolated static let lighting = MainActorJoinPoint<Room, Int, Int>("light(_:)")

    func light(_ number: Int) -> Int { Self.lighting(self, number) { $0 } }
}

@MainActor private final class Miller {
    var factor = 10
    private(set) var noted: [String] = []

    private func multiply(_ number: Int, _ name: String) -> Int {
        noted.append(name)
        return number * factor
    }

    func hook(_ mill: Mill) {
        mill.grinding.around(by: self) { miller, _, number, proceed in proceed(miller.multiply(number, "grind")) }
        mill.sifting.around(by: self) { miller, _, number, proceed in try proceed(miller.multiply(number, "sift")) }
        mill.drying.around(by: self) { miller, _, number, proceed in
            await proceed(await miller.multiply(number, "dry"))
        }
        mill.storing.around(by: self) { miller, _, number, proceed in
            try await proceed(await miller.multiply(number, "store"))
        }
        Room.lighting.around(by: self) { miller, _, number, proceed in proceed(miller.multiply(number, "light")) }
        Sack.filling.around(by: self) { _, sack, number, proceed in proceed(&sack, number * 10) }
        Sack.emptying.around(by: self) { _, sack, number, proceed in try proceed(&sack, number * 10) }
        Silo.loading.around(by: self) { _, _, number, proceed in proceed(number * 10) }
        Silo.unloading.around(by: self) { _, _, number, proceed in try proceed(number * 10) }
    }
}

@Suite(.serialized) struct AroundOwnerTests {
    private let mill = Mill()

    @Test("A class of the main actor hooks around methods of every shape by owner, without capturing itself")
    @MainActor func aScreenHooksAroundByOwner() async throws {
        try await HookScope.runAsync { () async throws in
            let (miller, mill) = (Miller(), mill)
            miller.hook(mill)
            #expect(mill.grinding(mill, 1) { $0 } == 10)
            #expect(try mill.sifting(mill, 2) { number throws in number } == 20)
            #expect(await mill.drying(mill, 3) { $0 } == 30)
            #expect(try await mill.storing(mill, 4) { number throws in number } == 40)
            #expect(Room().light(5) == 50)
            #expect(miller.noted == ["grind", "sift", "dry", "store", "light"])
            var sack = Sack()
            #expect(Sack.filling(&sack, 6) { _, number in number } == 60)
            #expect(try Sack.emptying(&sack, 7) { _, number throws in number } == 70)
            #expect(await Silo().load(8) == 80)
            #expect(try await Silo().unload(9) == 90)
        }
    }

    @Test("C5: advice around a call does not keep its owner alive; without it the call proceeds, and the hook is over")
    @MainActor func theCallProceedsWithoutTheOwner() async {
        weak var gone: Miller?
        let mill = mill
        await HookScope.runAsync {
            do {
                let miller = Miller()
                gone = miller
                miller.hook(mill)
            }
            #expect(gone == nil)
            #expect(mill.grinding(mill, 1) { $0 } == 1)
            #expect(await mill.drying(mill, 1) { $0 } == 1)
            #expect(mill.grinding.hooks.isEmpty && mill.drying.hooks.isEmpty)
        }
    }

    @Test("An owner ends advice around a call early")
    @MainActor func anOwnerEndsItsHooksEarly() {
        HookScope.run {
            let (miller, mill) = (Miller(), mill)
            miller.hook(mill)
            mill.grinding.cancel(by: miller)
            #expect(mill.grinding(mill, 1) { $0 } == 1)
        }
    }

    @Test("Advice around a moment has a form with an owner")
    @MainActor func momentsAreHookedAroundByOwner() {
        let (lifecycle, miller, moment) = (Lifecycle(), Miller(), Moment<Int>("ground"))
        lifecycle.around(moment, of: Mill.self, by: miller) { miller, _, number, proceed in
            proceed(number * miller.factor)
        }
        var sent: [Int] = []
        lifecycle.send(moment, to: mill, 1) { sent.append($0) }
        lifecycle.cancel(by: miller)
        lifecycle.send(moment, to: mill, 2) { sent.append($0) }
        #expect(sent == [10, 2])
    }
}
