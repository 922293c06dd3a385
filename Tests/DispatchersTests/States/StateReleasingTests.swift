import Dispatchers
import Foundation
import Testing

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
