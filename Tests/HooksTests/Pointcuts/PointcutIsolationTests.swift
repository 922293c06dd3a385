import Dispatchers
import Hooks
import Testing

private final class Lamp: Sendable {
    static let glowing = JoinPoint<Lamp, Int, Int>("glowLamp(_:)")
    func glow(_ watts: Int) -> Int { Self.glowing(self, watts) { $0 } }
}

private actor Radio {
    static let playing = ActorJoinPoint<Radio, Int, Int>("playRadio(_:)")
    func play(_ channel: Int) -> Int { Self.playing(self, channel) { $0 } }
}

@MainActor private final class Screen {
    nonisolated static let showing = MainActorJoinPoint<Screen, Int, Int>("showScreen(_:)")
    func show(_ page: Int) -> Int { Self.showing(self, page) { $0 } }
}

/// Hooks from the main actor, as a screen or an app's delegate does.
@MainActor private final class Monitor {
    let journal: Probe<String>
    var hooks: [Registration] = []

    init(_ journal: Probe<String>) { self.journal = journal }

    func hookAll() {
        let journal = journal
        for pattern in ["glowLamp*", "playRadio*", "showScreen*"] {
            hooks.append(Pointcut<Any>.named(pattern).before { _, call in journal.report(call.name) })
        }
    }
}

@Suite struct PointcutIsolationTests {
    private let journal = Probe<String>()

    @Test("A pointcut that is hooked in a class of the main actor applies to join points of every isolation")
    func hookingFromTheMainActorAppliesToAll() async {
        await HookScope.runAsync {
            let monitor = await Monitor(journal)
            await monitor.hookAll()
            _ = Lamp().glow(1)
            _ = await Radio().play(1)
            _ = await Screen().show(1)
            #expect(journal.values == ["glowLamp(_:)", "playRadio(_:)", "showScreen(_:)"])
            await MainActor.run { monitor.hooks = [] }
        }
    }

    @Test("Advice that is marked with the main actor applies to its join points alone, and explanations say so")
    func markedAdviceAppliesToTheMainActor() async throws {
        try await HookScope.runAsync {
            let journal = journal
            let hook = await MainActor.run {
                Pointcut<Any>.named("*Screen(_:)").before { @MainActor _, call in journal.report(call.name) }
            }
            let reached = (Lamp.glowing.hooks, Radio.playing.hooks, await Screen().show(1))
            #expect(reached.2 == 1 && journal.values == ["showScreen(_:)"])
            for name in ["Lamp", "Radio", "Screen"] {
                let line = try #require(Pointcut<Any>.all.explain().first { $0.description.hasPrefix("\(name).") })
                #expect(line.isMatch == true)
                #expect(line.description.contains("not for advice of the main actor") == (name != "Screen"))
            }
            hook.cancel()
        }
    }
}
