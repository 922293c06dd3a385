import AllocationCounter
import Dispatchers
import Testing

@Suite("Optional messages") struct OptionalMessageTests {
    private class Animal: @unchecked Sendable {}
    private final class Dog: Animal, @unchecked Sendable {}

    private let center = MessageCenter()
    private let received = Probe<String>()

    private func observeAll() -> [Registration] {
        [
            center.observe(Int.self) { [received] _ in received.report("Int") },
            center.observe(Int?.self) { [received] _ in received.report("Int?") },
            center.observe(String?.self) { [received] _ in received.report("String?") },
            center.observe(Int??.self) { [received] _ in received.report("Int??") },
            center.observe(Animal?.self) { [received] _ in received.report("Animal?") },
            center.observe((any Sendable).self) { [received] _ in received.report("any") },
        ]
    }

    @Test("An optional message matches its own and its wrapped type, and nil matches its own type alone")
    func matchesOwnAndWrappedType() {
        let registrations = observeAll()
        func receivers(_ post: () -> Void) -> Set<String> {
            let before = received.values.count
            post()
            return Set(received.values.dropFirst(before))
        }
        #expect(receivers { center.post(nil as Int?) }.isSuperset(of: ["Int?", "any"]))
        #expect(receivers { center.post(nil as Int?) }.isDisjoint(with: ["Int", "String?", "Animal?"]))
        #expect(receivers { center.post(nil as String?) } == ["String?", "any"])
        #expect(receivers { center.post(nil as Double?) } == ["any"])
        #expect(receivers { center.post(nil as Dog?) } == ["any"])
        #expect(receivers { center.post(1 as Int?) }.isSuperset(of: ["Int", "Int?", "any"]))
        #expect(receivers { center.post(1 as Int?) }.isDisjoint(with: ["String?", "Animal?"]))
        #expect(receivers { center.post(.some(nil) as Int??) }.isDisjoint(with: ["Int", "String?", "Animal?"]))
        #expect(receivers { center.post(.some(nil) as Int??) }.contains("Int??"))
        #expect(registrations.count == 6)
    }

    @Test("An optional or existential message is delivered as the value that it holds, at any depth")
    func isUnwrapped() {
        let registrations = observeAll()
        let (five, none): ((any Sendable)?, (any Sendable)?) = (5, nil)
        let inner = Optional<Int>.none as any Sendable
        let noClosure = Optional<@Sendable () -> Void>.none
        func receivers(_ post: () -> Bool) -> Set<String> {
            let before = received.values.count
            _ = post()
            return Set(received.values.dropFirst(before))
        }
        let fives = [
            receivers { center.post(five) }, receivers { center.post(five as any Sendable) },
            receivers { center.post(Optional(five)) },
        ]
        #expect(fives.allSatisfy { $0.isSuperset(of: ["Int", "Int?", "any"]) })
        let others = [
            receivers { center.post(none) }, receivers { center.post(none as any Sendable) },
            receivers { center.post(Optional(none)) }, receivers { center.post(noClosure as any Sendable) },
        ]
        #expect(others == Array(repeating: ["any"], count: 4))
        let nils = [receivers { center.post(Optional(inner)) }, receivers { center.post(inner) }]
        #expect(nils == Array(repeating: ["Int?", "any"], count: 2))
        let nested = receivers { center.post(Int??.some(nil) as any Sendable) }
        #expect(nested == ["Int??", "any"])
        #expect(registrations.count == 6)
    }

    @Test(
        "An observer of all types receives the wrapped value of an optional in an existential",
        arguments: [false, true])
    func existentialOptionals(isNested: Bool) {
        let registrations = [
            center.observe((any Sendable).self) { [received] value in received.report("\(value)") },
            center.observe(String.self) { [center] _ in center.post(Optional(5) as any Sendable) },
        ]
        if isNested { center.post("go") } else { center.post(Optional(5) as any Sendable) }
        #expect(received.values.last == "5")
        #expect(registrations.count == 2)
    }

    @Test("Published, retained and queued optional messages match their own type") @MainActor
    func publishedAndQueuedOptionals() async {
        let (texts, numbers) = (center.messages(of: String?.self), center.messages(of: Int?.self))
        let registrations = [
            center.observe(Int?.self) { @MainActor [received] in received.report("main \($0 as Any)") },
            center.observe(Int?.self) { [received] (number: Int?) async in received.report("later \(number as Any)") },
        ]
        center.retain(last: 2, of: String?.self)
        postElsewhere()
        #expect(await center.publish(nil as String?).delivered == 1)
        #expect(await center.publish(7 as Int?).delivered == 3)
        #expect(received.values == ["main Optional(7)", "later Optional(7)"])
        let late = center.observe(Int?.self) { @MainActor [received] _ in received.report("late") }
        for _ in 0..<20 { await Task.yield() }
        #expect(received.values.count == 2, "a retained nil of String? does not match Int?")
        var iterator = texts.makeAsyncIterator()
        #expect(await iterator.next() == .some(nil))
        #expect(await iterator.next() == .some(nil))
        var numberIterator = numbers.makeAsyncIterator()
        #expect(await numberIterator.next() == .some(7))
        #expect(center.retained(String?.self).count == 2)
        late.cancel()
        #expect(registrations.count == 2)
    }

    private nonisolated func postElsewhere() { center.post(nil as String?) }
}

@Suite("Memory of subscriptions to all types", .serialized) struct WideSubscriptionTests {
    private struct Ping: Sendable {}
    private struct Pong: Sendable {}

    @Test(
        "C19: The lists of message types do not keep cancelled subscriptions to all types",
        .enabled(if: bytesOfThisThread() >= 0, "bytes can be counted here"))
    func cancelledSubscriptions() {
        let center = MessageCenter()
        center.post(Ping())
        center.post(Pong())
        countBytesOfThisThread(true)
        let before = bytesOfThisThread()
        var registrations: [Registration] = []
        for _ in 0..<20_000 { registrations.append(center.observe((any Sendable).self) { _ in }) }
        center.post(Ping())
        center.post(Pong())
        registrations = []
        #expect(bytesOfThisThread() - before < 500_000)
        countBytesOfThisThread(false)
    }
}
