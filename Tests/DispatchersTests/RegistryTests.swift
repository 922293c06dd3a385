import Testing

@testable import Dispatchers

@Suite("Registry") struct RegistryTests {
    typealias Names = Registry<String, String>

    private func names(_ registry: Names, _ topic: String = "a") -> [String] { registry[topic].map(\.element) }

    @Test("starts empty") func startsEmpty() {
        let registry = Names()
        #expect(registry.count == 0)
        #expect(names(registry).isEmpty)
        #expect(registry.all.isEmpty)
    }

    static let orders: [(inserted: [(String, Int)], expected: [String])] = [
        ([("a", 0), ("b", 0), ("c", 0)], ["a", "b", "c"]),
        ([("a", 0), ("b", 1), ("c", 2)], ["c", "b", "a"]),
        ([("a", 2), ("b", 1), ("c", 0)], ["a", "b", "c"]),
        ([("a", 0), ("b", 1), ("c", 0), ("d", 1)], ["b", "d", "a", "c"]),
        ([("a", -1), ("b", 0), ("c", -1), ("d", 0)], ["b", "d", "a", "c"]),
        ([("a", Int.min), ("b", Int.max), ("c", 0)], ["b", "c", "a"]),
    ]

    @Test("C2: a higher priority comes first, then who came first", arguments: orders)
    func ordersByPriorityThenRegistration(_ row: (inserted: [(String, Int)], expected: [String])) {
        var registry = Names()
        for (name, priority) in row.inserted { _ = registry.insert(name, on: "a", priority: priority) }
        #expect(names(registry) == row.expected)
    }

    @Test("topics are apart") func topicsAreApart() {
        var registry = Names()
        _ = registry.insert("one", on: "a")
        _ = registry.insert("two", on: "b")
        #expect(names(registry, "a") == ["one"])
        #expect(names(registry, "b") == ["two"])
        #expect(registry.all.map(\.element) == ["one", "two"])
        #expect(registry.count == 2)
    }

    @Test("several topics merge into one order") func topicsMerge() {
        var registry = Names()
        _ = registry.insert("1", on: "a")
        _ = registry.insert("2", on: "b", priority: 1)
        _ = registry.insert("3", on: "a", priority: 1)
        _ = registry.insert("4", on: "c")
        #expect(registry[["a", "b", "c"]].map(\.element) == ["2", "3", "1", "4"])
        #expect(registry[["b"]].map(\.element) == ["2"])
        #expect(registry[[String]()].isEmpty)
    }

    @Test("C3: a snapshot stays as it was") func snapshotsStay() {
        var registry = Names()
        let key = registry.insert("one", on: "a")
        let snapshot = registry["a"]
        _ = registry.insert("two", on: "a")
        _ = registry.remove(key)
        #expect(snapshot.map(\.element) == ["one"])
        #expect(names(registry) == ["two"])
    }

    @Test("removing answers the element once") func removesOnce() {
        var registry = Names()
        let key = registry.insert("one", on: "a")
        #expect(registry.remove(key) == "one")
        #expect(registry.remove(key) == nil)
        #expect(registry.count == 0)
    }

    @Test("C1: identifiers are never used twice") func identifiersAreUnique() {
        var registry = Names()
        let first = registry.insert("one", on: "a")
        _ = registry.remove(first)
        let second = registry.insert("two", on: "a")
        #expect(first != second)
        #expect(registry.remove(first) == nil, "a stale key must not end somebody else's registration")
        #expect(names(registry) == ["two"])
    }

    @Test("every key finds its entry among many priorities") func everyKeyIsFound() {
        var registry = Registry<String, Int>()
        let keys = (0..<200).map { registry.insert($0, on: "a", priority: $0 % 7 - 3) }
        for (value, key) in keys.enumerated().reversed() { #expect(registry.remove(key) == value) }
        #expect(registry.count == 0)
    }

    @Test("it agrees with a sorted array, whatever comes and goes", arguments: 1...10)
    func agreesWithASortedArray(seed: UInt64) {
        var random = Xorshift(seed: seed)
        var registry = Registry<String, Int>()
        var model: [(key: Registry<String, Int>.Key, value: Int)] = []
        for value in 0..<400 {
            model.append((registry.insert(value, on: "a", priority: Int.random(in: -1...1, using: &random)), value))
            while model.count > 40 || Int.random(in: 0..<3, using: &random) == 0, !model.isEmpty {
                let place = Bool.random(using: &random) ? 0 : Int.random(in: 0..<model.count, using: &random)
                let (key, value) = model.remove(at: place)
                #expect(registry.remove(key) == value)
                #expect(registry.remove(key) == nil)
            }
            #expect(registry["a"].map(\.element) == model.sorted { $0.key < $1.key }.map(\.value))
            #expect(registry.count == model.count)
        }
    }

    @Test("thousands of entries of mingled topics and priorities keep their order", arguments: 1...4)
    func keepsThousandsInOrder(seed: UInt64) {
        var random = Xorshift(seed: seed)
        var registry = Registry<String, Int>()
        var keys: [Registry<String, Int>.Key] = []
        for value in 0..<4_000 {
            let topic = value < 1_500 || Bool.random(using: &random) ? "a" : "b"
            let priority = Int.random(in: 0..<50, using: &random) == 0 ? Int.random(in: -2...2, using: &random) : 0
            keys.append(registry.insert(value, on: topic, priority: priority))
        }
        keys.shuffle(using: &random)
        while !keys.isEmpty {
            for topic in ["a", "b"] {
                #expect(registry[topic].map(\.key) == keys.filter { $0.topic == topic }.sorted())
            }
            for key in keys.suffix(500) { #expect(registry.remove(key) == Int(key.id) - 1) }
            keys.removeLast(min(500, keys.count))
        }
        #expect(registry.count == 0)
    }

    @Test("removing many passes over the ones that are gone") func removesMany() {
        var registry = Names()
        let keys =
            ["one", "two", "three", "five", "six"].map { registry.insert($0, on: "a") }
            + [registry.insert("four", on: "b")]
        _ = registry.remove(keys[1])
        #expect(registry.removeAll([keys[0], keys[1], keys[5]]).sorted() == ["four", "one"])
        #expect(registry.all.map(\.element) == ["three", "five", "six"])
        #expect(registry.removeAll(keys).sorted() == ["five", "six", "three"])
        #expect(registry.count == 0)
    }

    @Test("an owner's entries go together, in all topics") func ownersEntriesGo() {
        let (mine, yours) = (Canary(), Canary())
        var registry = Names()
        _ = registry.insert("mine", on: "a", owner: ObjectIdentifier(mine))
        _ = registry.insert("yours", on: "a", owner: ObjectIdentifier(yours))
        _ = registry.insert("mine too", on: "b", owner: ObjectIdentifier(mine))
        #expect(registry.keys(ownedBy: ObjectIdentifier(mine)).count == 2)
        #expect(registry.removeAll(ownedBy: ObjectIdentifier(mine)).sorted() == ["mine", "mine too"])
        #expect(registry.removeAll(ownedBy: ObjectIdentifier(mine)).isEmpty)
        #expect(registry.all.map(\.element) == ["yours"])
    }

    @Test("an entry removed by key is its owner's no more", arguments: [true, false])
    func removedEntriesLoseTheirOwner(oneByOne: Bool) {
        let owner = Canary()
        var registry = Names()
        let key = registry.insert("one", on: "a", owner: ObjectIdentifier(owner))
        _ = registry.insert("two", on: "a", owner: ObjectIdentifier(owner))
        if oneByOne { _ = registry.remove(key) } else { _ = registry.removeAll([key]) }
        #expect(registry.keys(ownedBy: ObjectIdentifier(owner)).count == 1)
        #expect(registry.removeAll(ownedBy: ObjectIdentifier(owner)) == ["two"])
    }

    @Test("C19: after many were removed a sweep is due as early as if they had never been") func sweepsShrinkToo() {
        var registry = Registry<String, Int>()
        let keys = (0..<10_000).map { value in
            defer { if registry.isSweepDue { registry.didSweep() } }
            return registry.insert(value, on: "a")
        }
        for key in keys { _ = registry.remove(key) }
        for value in 0..<16 { _ = registry.insert(value, on: "a") }
        #expect(registry.isSweepDue)
    }

    @Test("C19: a sweep is due each time the entries have doubled") func sweepsAreAmortised() {
        var registry = Registry<String, Int>()
        var sweeps: [Int] = []
        for value in 0..<1_000 {
            _ = registry.insert(value, on: "a")
            guard registry.isSweepDue else { continue }
            sweeps.append(registry.count)
            registry.didSweep()
        }
        #expect(sweeps == [16, 32, 64, 128, 256, 512])
    }
}
