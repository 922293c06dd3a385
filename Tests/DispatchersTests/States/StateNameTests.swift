import Dispatchers
import Testing

extension StateKeys {
    /// The mistake: a key that is made at each access.
    fileprivate static var computed: StateKey<Int> { StateKey("computed", default: 0) }

    private static let drafts = (0..<3).map { StateKey("draft.\($0)", default: "") }

    /// A family of keys that are kept, each with a name of its own.
    fileprivate static func draft(_ id: Int) -> StateKey<String> { drafts[id] }

    /// The mistake: the keys of a family are made at each access.
    fileprivate static func note(_ id: Int) -> StateKey<String> { StateKey("note.\(id)", default: "") }
}

@Suite("Names of states") struct StateNameTests {
    private let failures = Probe<DeliveryFailure>()
    private let center: ObserverCenter
    private var texts: [String] { failures.values.map { "\($0)" } }

    init() {
        center = ObserverCenter { [failures] in failures.report($0) }
    }

    private static func several(_ line: Int, _ name: String) -> String {
        "the declaration at \(#fileID):\(line) makes several keys of the name “\(name)”, which are several states: "
            + "declare the key with “static let”, or keep the keys and give each a name of its own"
    }

    private static func two(_ first: Int, _ second: Int) -> String {
        "the keys declared at \(#fileID):\(first) and \(#fileID):\(second) are two states of the name “cart”: "
            + "use one key for both, or give them different names"
    }

    @Test("A key that is made at each access is reported once, when it is read or set again", arguments: [false, true])
    func computedKey(isRead: Bool) {
        center.set(.computed, to: 1)
        #expect(failures.values.isEmpty)
        for _ in 1...3 { if isRead { #expect(center[.computed] == 0) } else { center.set(.computed, to: 2) } }
        #expect(texts == [Self.several(6, "computed")])
        #expect(failures.values.first?.what == "computed")
        #expect(failures.values.first?.postedAt.line == 6)
    }

    @Test("A key that is made at each access is reported when it is observed and then set, and for parts and updates")
    func observedComputedKey() {
        let observation = center.observe(.computed) { _ in }
        center.update(StateKeys.computed) { $0 = 1 }
        let part = center.observe(.note(1)[\.count]) { _ in }
        center.set(.note(1)[\.self], to: "lamp")
        #expect(texts == [Self.several(6, "computed"), Self.several(14, "note.1")])
        for registration in [observation, part] { registration.cancel() }
    }

    @Test("Keys that two modules gave one name are reported once with both lines") func twoModules() {
        let (one, other) = (StateKey("cart", default: 1), StateKey("cart", default: "two", fileID: #fileID, line: 1))
        let line = #line - 1
        center.set(one, to: 2)
        #expect(center[other] == "two")
        center.set(other, to: "three")
        center.set(one, to: 4)
        #expect(texts == [Self.two(line, 1)])
        #expect(center[one] == 4 && center[other] == "three")
    }

    @Test("Keys of one name are reported in a child and its parent, in any order, and in siblings")
    func treeOfCenters() {
        let (one, other) = (
            StateKey("cart", default: 1, fileID: #fileID, line: 1),
            StateKey("cart", default: 1, fileID: #fileID, line: 2)
        )
        for isChildFirst in [false, true] {
            let app = ObserverCenter { [failures] in failures.report($0) }
            let (session, window) = (ObserverCenter(parent: app), ObserverCenter(parent: app))
            (isChildFirst ? session : app).set(one, to: 2)
            (isChildFirst ? app : session).set(other, to: 2)
            window.set(other, to: 3)
        }
        let app = ObserverCenter { [failures] in failures.report($0) }
        let (session, window) = (ObserverCenter(parent: app), ObserverCenter(parent: app))
        session.set(one, to: 2)
        #expect(window[other] == 1)
        #expect(texts == Array(repeating: Self.two(1, 2), count: 3))
    }

    @Test("Keys of one name in unrelated centers, and keys of other names, are not reported") func unrelated() {
        let (one, other) = (StateKey("cart", default: 1), StateKey("cart", default: 1))
        let second = ObserverCenter { [failures] in failures.report($0) }
        center.set(one, to: 2)
        second.set(other, to: 2)
        for id in 0..<3 {
            center.set(.draft(id), to: "a")
            #expect(center[.draft(id)] == "a")
        }
        #expect(failures.values.isEmpty)
    }

    @Test("A name is free again when the centers are closed or released that use its key") func sessions() {
        for round in 0..<4 {
            let key = StateKey("cart", default: 0)
            let session = ObserverCenter(parent: center)
            let page = ObserverCenter(parent: session)
            page.set(key, to: round)
            session.set(key, to: round)
            #expect(center[key] == 0)
            if round.isMultiple(of: 2) { session.close() }
        }
        center.set(StateKey("cart", default: 0), to: 1)
        #expect(failures.values.isEmpty)
    }

    @Test("A conflict that is found in an update is reported after it") func inUpdate() {
        let (one, other) = (StateKey("cart", default: 1), StateKey("cart", default: 1))
        center.set(one, to: 2)
        center.update(.volume) { volume in
            volume = center[other]
            #expect(failures.values.isEmpty)
        }
        #expect(failures.values.count == 1)
    }
}
