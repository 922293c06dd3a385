import Dispatchers
import Harness
import Synchronization

private protocol Prices: Sendable { var price: Int { get } }

private struct PriceList: Prices { let price: Int }

/// Results collected from as many as are registered, against a call of each.
func collecting(from count: Int) -> Benchmark {
    let center = ProtocolDispatcherCenter()
    let kept = (0..<count).map { number in
        let list = PriceList(price: number)
        return center.register((any Prices).self) { list }
    }
    return Benchmark(
        "results from \(count)",
        [
            .init("dispatch, without results") { times in
                for _ in 0..<times { center.dispatch((any Prices).self) { keep($0.price) } }
            },
            .ours("collect", .atMost(5, of: "dispatch, without results")) { times in
                for _ in 0..<times { keep(center.collect((any Prices).self, .all) { $0.price }) }
                keep(kept)
            },
        ]
    )
}

/// A service that was made before, against an object in a dictionary behind a lock.
func lookingUpServices() -> Benchmark {
    let (center, services) = (ProtocolDispatcherCenter(), Locked())
    center.provide((any Prices).self) { _ in PriceList(price: 3) }
    return Benchmark(
        "a service",
        [
            .init("Mutex and dictionary") { times in for _ in 0..<times { keep(services[(any Prices).self]) } },
            .ours("ProtocolDispatcherCenter.service") { times in
                for _ in 0..<times { keep(try? center.service((any Prices).self)) }
            },
        ]
    )
}

private final class Locked: Sendable {
    private let services = Mutex<[ObjectIdentifier: any Sendable]>([
        ObjectIdentifier((any Prices).self): PriceList(price: 3)
    ])

    subscript<Service>(type: Service.Type) -> Service? {
        services.withLock { $0[ObjectIdentifier(type)] } as? Service
    }
}
