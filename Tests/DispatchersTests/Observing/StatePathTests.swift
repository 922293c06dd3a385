import Dispatchers
import Testing

@Suite("Parts of states") struct StatePathTests {
    private let center = ObserverCenter()
    private let told = Probe<String>()

    @Test("a part is read, and told when it changes and not when others do") func part() {
        let registration = center.observe(.basket[\.child.item.text]) { told.report($0.text) }
        center.update(.basket) { $0.total = 1 }
        center.update(.basket) { $0.child.item.text = "lamp" }
        #expect(told.values == ["- → empty", "empty → lamp"])
        #expect(center[.basket[\.child.item.text]] == "lamp")
        registration.cancel()
    }

    @Test("optionals come and go") func optional() {
        let registration = center.observe(.basket[\.gift?.item.text]) { told.report($0.text) }
        center.update(.basket) { $0.gift = Basket.Child() }
        center.update(.basket) { $0.gift?.item.text = "bow" }
        center.update(.basket) { $0.gift = nil }
        #expect(
            told.values == [
                "- → nil", #"nil → Optional("empty")"#, #"Optional("empty") → Optional("bow")"#,
                #"Optional("bow") → nil"#,
            ])
        registration.cancel()
    }

    @Test("enums, dictionaries, and elements of collections by place and by identity") func others() {
        let registrations = [
            center.observe(.basket[\.payment], options: .skipsCurrent) { told.report("\($0.new)") },
            center.observe(.basket[\.notes["door"]], options: .skipsCurrent) { told.report("\($0.new ?? "-")") },
            center.observe(.basket[\.items][ifPresent: 1][\.?.text], options: .skipsCurrent) {
                told.report("1: \($0.new ?? "-")")
            },
            center.observe(.basket[\.items][id: 7][\.?.text], options: .skipsCurrent) {
                told.report("#7: \($0.new ?? "-")")
            },
        ]
        center.update(.basket) { $0.payment = .card("1234") }
        center.update(.basket) { $0.notes["door"] = "blue" }
        center.update(.basket) { $0.items = [.init(id: 7, text: "lamp")] }
        center.update(.basket) { $0.items.insert(.init(id: 8, text: "candle"), at: 0) }
        center.update(.basket) { $0.items = [] }
        #expect(
            told.values == [#"card("1234")"#, "blue", "#7: lamp", "1: lamp", "1: -", "#7: -"])
        #expect(registrations.count == 4)
    }

    @Test("a part of a part") func partOfPart() {
        let registration = center.observe(.basket[\.child][\.item][\.text], options: .skipsCurrent) {
            told.report($0.text)
        }
        center.update(.basket) { $0.child.item.text = "lamp" }
        #expect(told.values == ["empty → lamp"])
        registration.cancel()
    }

    @Test("a part that is no Equatable is told with every set") func notEquatable() {
        let registration = center.observe(.cargo[\.canary], options: .skipsCurrent) { _ in told.report("set") }
        center.set(.cargo, to: Cargo())
        #expect(told.values == ["set"])
        registration.cancel()
    }
}
