import Testing

@testable import Dispatchers

/// What was posted to nobody is remembered; each test says what has to be noticed nevertheless.
@Suite("Types that nobody hears") struct UnheardTypesTests {
    private protocol Signal: Sendable {}
    private struct Ping: Signal {}
    private struct Pong: Sendable {}

    private let center = MessageCenter()
    private let heard = Probe<String>()

    /// Posts as often as it takes to be remembered.
    private func postToNobody(in center: MessageCenter) {
        for _ in 0..<3 { #expect(center.post(Ping())) }
        #expect(center.board.unheard.contains(ObjectIdentifier(Ping.self)))
    }

    @Test("an observer of the type is heard at once, and the type is forgotten again with him") func observer() {
        for _ in 0..<3 {
            postToNobody(in: center)
            let registration = center.observe(Ping.self) { [heard] _ in heard.report("ping") }
            center.post(Ping())
            registration.cancel()
        }
        #expect(heard.values == ["ping", "ping", "ping"])
    }

    @Test("an observer of a protocol is heard at once, and one of another type changes nothing") func protocols() {
        postToNobody(in: center)
        let other = center.observe(Pong.self) { _ in }
        postToNobody(in: center)
        let registration = center.observe((any Signal).self) { [heard] _ in heard.report("signal") }
        center.post(Ping())
        registration.cancel()
        postToNobody(in: center)
        let second = center.observe((any Signal).self) { [heard] _ in heard.report("second") }
        center.post(Ping())
        #expect(heard.values == ["signal", "second"])
        other.cancel()
        second.cancel()
    }

    @Test("C11: what is to be retained is retained from then on") func retaining() {
        postToNobody(in: center)
        center.retain(last: 2, of: Ping.self)
        center.post(Ping())
        #expect(center.retained(Ping.self).count == 1)
    }

    @Test("C21: a closed center accepts nothing") func closing() {
        postToNobody(in: center)
        center.close()
        #expect(!center.post(Ping()))
    }

    @Test("C13: dead letters are reported each time") func deadLetters() {
        let center = MessageCenter(onDeadLetter: { [heard] _ in heard.report("dead") })
        for _ in 0..<3 { center.post(Ping()) }
        #expect(heard.values == ["dead", "dead", "dead"])
    }

    @Test("a center inside another one lets its messages go up") func children() {
        let child = MessageCenter(parent: center)
        for _ in 0..<3 { child.post(Ping()) }
        let registration = center.observe(Ping.self) { [heard] _ in heard.report("up") }
        child.post(Ping())
        #expect(heard.values == ["up"])
        registration.cancel()
    }

    @Test("a trace that is on records the post") func tracing() {
        let trace = Trace()
        let center = MessageCenter(trace: trace)
        postToNobody(in: center)
        trace.start()
        center.post(Ping())
        #expect(trace.events.map(\.kind) == [.post])
    }

    @Test("types that share a place do not push each other out, nor stand for each other") func places() {
        let types = UnheardTypes()
        defer { types.deallocate() }
        let objects = (0..<1_000).map { _ in Canary() }
        let ids = objects.map { ObjectIdentifier($0) }
        for id in ids { types.insert(id) }
        let known = ids.filter { types.contains($0) }
        #expect(known.count > 0 && known.count <= 32)
        #expect(Set(known.map { types.word(of: $0) }).count == known.count)
        for id in ids where !known.contains(id) { types.remove(id) }
        #expect(ids.filter { types.contains($0) } == known)
        types.removeAll()
        #expect(!ids.contains { types.contains($0) })
    }
}
