import Dispatchers
import Foundation
import Testing

@Suite("Lifetime of state observers") struct StateLifetimeTests {
    private final class Screen: Sendable {}

    private let center = ObserverCenter()
    private let received = Probe<String>()

    @Test("C1: Releasing or cancelling a registration ends its observation, and a second cancel has no effect")
    func registrationEnds() {
        var registration: Registration? = center.observe(.volume, options: .skipsCurrent) { received.report($0.text) }
        withExtendedLifetime(registration) {}
        center.set(.volume, to: 6)
        registration = nil
        center.set(.volume, to: 7)
        let other = center.observe(.volume, options: .skipsCurrent) { received.report($0.text) }
        #expect(other.cancel())
        #expect(!other.cancel())
        center.set(.volume, to: 8)
        #expect(received.values == ["5 → 6"])
        #expect(center.observations.isEmpty)
    }

    @Test("C4: A later observer cancelled by a handler is not called, and an earlier one is not called again")
    func cancelsDuringDelivery() {
        let (first, last) = (Probe<Registration>(), Probe<Registration>())
        let middle = center.observe(.volume, options: .skipsCurrent, priority: 1) { _ in
            received.report("middle")
            for registration in first.values + last.values { registration.cancel() }
        }
        first.report(center.observe(.volume, options: .skipsCurrent, priority: 2) { _ in received.report("first") })
        last.report(center.observe(.volume, options: .skipsCurrent) { _ in received.report("last") })
        center.set(.volume, to: 6)
        center.set(.volume, to: 7)
        #expect(received.values == ["first", "middle", "middle"])
        middle.cancel()
    }

    @Test("C4: A handler that releases its own registration receives no waiting change") func cancelsItself() {
        let own = Slot<Registration>()
        own.value = center.observe(.volume, options: .skipsCurrent) { change in
            received.report(change.text)
            center.set(.volume, to: 7)
            own.value = nil
        }
        center.set(.volume, to: 6)
        #expect(received.values == ["5 → 6"])
    }

    @Test("C4: Changes waiting for the main actor are not delivered after cancelling") @MainActor
    func cancelsQueuedChanges() async {
        let registration = center.observe(.volume, options: .skipsCurrent) { @MainActor _ in received.report("late") }
        let last = Probe<Int>()
        let other = center.observe(.volume, options: .skipsCurrent) { @MainActor in last.report($0.new) }
        setOffActor(1...50)
        registration.cancel()
        _ = await last.values(50)
        #expect(received.values.isEmpty)
        other.cancel()
    }

    @Test("A waiting change does not keep the message that caused it, whose deinit may read the state")
    func waitingCause() {
        struct Order: Sendable { let canary: Canary }
        let (center, messages, read) = (ObserverCenter(queueLimit: 1) { _ in }, MessageCenter(), Probe<Int>())
        let registrations = [
            messages.observe(Order.self) { _ in center.set(.balance, to: 2) },
            center.observe(.balance, options: .skipsCurrent) { change in
                guard change.new == 1 else { return }
                messages.post(Order(canary: Canary { read.report(center[.balance]) }))
                center.set(.balance, to: 3)
            },
        ]
        center.set(.balance, to: 1)
        #expect(read.values == [2])
        #expect(registrations.count == 2)
    }

    @Test("C5: An owner is not kept alive, and its observation ends with the next change") func releasedOwner() {
        let released = Probe<Int>()
        do {
            let screen = Screen()
            let canary = Canary { released.report(1) }
            center.observe(.volume, by: screen, options: .skipsCurrent) { [canary] _, change in
                withExtendedLifetime(canary) { received.report(change.text) }
            }
            center.set(.volume, to: 6)
        }
        #expect(released.values.isEmpty)
        center.set(.volume, to: 7)
        #expect(received.values == ["5 → 6"])
        #expect(released.values == [1])
        #expect(center.observations.isEmpty)
    }

    @Test("C5: The handler of an owner released during a delivery is not called") func ownerReleasedDuringDelivery() {
        let holder = Slot<Screen>()
        holder.value = Screen()
        let first = center.observe(.volume, options: .skipsCurrent, priority: 1) { _ in holder.value = nil }
        if let screen = holder.value {
            center.observe(.volume, by: screen, options: .skipsCurrent) { _, _ in received.report("received") }
        }
        center.set(.volume, to: 6)
        #expect(received.values.isEmpty)
        first.cancel()
    }

    @Test("C5: The deinit of an owner or of a captured object may use the center") func deinitUsesTheCenter() {
        let holder = Slot<Canary>()
        holder.value = Canary { center.set(.name, to: "gone") }
        let first = center.observe(.volume, options: .skipsCurrent) { _ in holder.value = nil }
        if let canary = holder.value { center.observe(.volume, by: canary, options: .skipsCurrent) { _, _ in } }
        center.set(.volume, to: 6)
        #expect(center[.name] == "gone")
        first.cancel()
        let captor: Registration
        do {
            let canary = Canary { center.set(.name, to: "captured") }
            captor = center.observe(.volume) { _ in _ = canary }
        }
        captor.cancel()
        #expect(center[.name] == "captured")
    }

    @Test("The deinit of a replaced value may set the same state") func valueDeinitUsesTheState() {
        center.set(.cargo, to: Cargo(canary: Canary { center.set(.cargo, to: Cargo()) }))
        center.set(.cargo, to: Cargo(canary: nil))
        #expect(center[.cargo].canary == nil)
        let registration = center.observe(.cargo) { _ in received.report("received") }
        center.set(.cargo, to: Cargo(canary: Canary { center.set(.cargo, to: Cargo()) }))
        center.set(.cargo, to: Cargo())
        #expect(received.values.count == 4)
        registration.cancel()
    }

    @Test("The == operator of a value may read and set the same state") func comparingMaySet() {
        let once = Probe<Int>()
        let registration = center.observe(.weighed[\.self]) { received.report("\($0.new.number)") }
        center.set(
            .weighed,
            to: Weighed(number: 1) {
                guard once.values.isEmpty else { return }
                once.report(center[.weighed].number)
                center.set(.weighed, to: Weighed(number: 2))
            })
        #expect(received.values == ["0", "1", "2"])
        registration.cancel()
    }

    @Test("Cancelling by an owner ends that owner's observations and no others") func cancelsByOwner() {
        let (mine, yours) = (Screen(), Screen())
        center.observe(.volume, by: mine, options: .skipsCurrent) { _, _ in received.report("mine") }
        center.observe(.basket[\.total], by: mine, options: .skipsCurrent) { _, _ in received.report("mine") }
        center.observe(.volume, by: yours, options: .skipsCurrent) { _, _ in received.report("yours") }
        center.cancel(by: mine)
        center.set(.volume, to: 6)
        center.update(.basket) { $0.total = 1 }
        #expect(received.values == ["yours"])
    }

    @Test("C19: Observations of 100,000 released owners are removed") func releasedOwnersAreRemoved() {
        for _ in 0..<100_000 { center.observe(.volume, by: Screen(), options: .skipsCurrent) { _, _ in } }
        #expect(center.observations.count < 32)
        center.set(.volume, to: 6)
        #expect(center.observations.isEmpty)
    }

    @Test("Releasing a center releases its handlers and finishes its sequences") func releasingTheCenter() async {
        weak var captured: Canary?
        var center: ObserverCenter? = ObserverCenter()
        let values = center?.values(of: .volume, options: .skipsCurrent)
        do {
            let canary = Canary()
            captured = canary
            let screen = Screen()
            center?.observe(.volume, by: screen) { _, _ in _ = canary }
            center = nil
        }
        #expect(captured == nil)
        if let values { for await _ in values {} }
    }

    private nonisolated func setOffActor(_ values: ClosedRange<Int>) {
        for value in values { center.set(.volume, to: value) }
    }
}

extension StateKeys {
    fileprivate static let player = StateKey("player", default: Player())
    fileprivate static let count = StateKey("count", default: 0)
}

private struct Player: Sendable, Equatable {
    var item: Item?
    var volume = 0
}

/// An object that reads or sets a state in its deinit.
private final class Item: Sendable, Equatable {
    private let onRelease: @Sendable () -> Void

    init(onRelease: @escaping @Sendable () -> Void) {
        self.onRelease = onRelease
    }

    deinit { onRelease() }

    static func == (left: Item, right: Item) -> Bool { left === right }
}

private struct Failed: Error {}

@Suite("Values that use their state in deinit") struct StateReleasingTests {
    private let center = ObserverCenter()
    private let read = Probe<Int>()

    /// Returns an item that reads the player in its deinit.
    private func item() -> Item {
        Item { [center, read] in read.report(center[.player].volume) }
    }

    @Test("The deinit of a replaced part may read the state") func replacedPart() {
        center.set(.player[\.item], to: item())
        center.set(.player[\.item], to: nil)
        #expect(read.values == [0])
    }

    @Test("The deinit of a replaced part of a part may read the state") func replacedPartOfAPart() {
        center.set(.player, to: Player(item: item(), volume: 2))
        center.set(.player[\.self][\.item], to: nil)
        #expect(read.values == [2])
    }

    @Test("The deinit of a replaced value may set the state") func replacedValue() {
        center.set(.player, to: Player(item: Item { [center] in center.set(.player[\.volume], to: 9) }))
        center.set(.player, to: Player())
        #expect(center[.player].volume == 9)
    }

    @Test("The deinit of a value made by a failed update may read the state") func failedUpdate() {
        #expect(throws: Failed.self) {
            try center.update(.player) { player in
                player.item = item()
                throw Failed()
            }
        }
        #expect(read.values == [0])
        #expect(center[.player].item == nil)
    }

    @Test("Objects captured by cancelled observers may use a state in deinit while it is updated")
    func cancelledObservers() async {
        let (center, lost) = (center, Probe<Int>())
        let rounds = Effort.scaled(2_000, long: 50_000)
        await withTaskGroup { group in
            for _ in 0..<2 {
                group.addTask { for _ in 0..<rounds { center.update(.count) { $0 += 1 } } }
                group.addTask {
                    for number in 0..<rounds {
                        let item = Item {
                            _ = center[.count]
                            if !center.set(.player[\.volume], to: number) { lost.report(number) }
                        }
                        center.observe(.player[\.volume], options: .skipsCurrent) { _ in _ = item }.cancel()
                        center.observe(.count, options: .skipsCurrent) { _ in _ = item }.cancel()
                    }
                }
            }
        }
        #expect(center[.count] == 2 * rounds)
        #expect(lost.values.isEmpty)
    }
}
