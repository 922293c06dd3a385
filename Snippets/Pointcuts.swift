// Pointcuts: all join points that match, including those that have not been called yet.
import Dispatchers
import Hooks

final class Basket {
    static let adding = JoinPoint<Basket, String, Int>("add(_:)")
    var items: [String] = []

    func add(_ item: String) -> Int {
        Self.adding(self, item) { item in
            items.append(item)
            return items.count
        }
    }
}

let tracking = Pointcut<Basket>.named("add*").after { _, call, _ in print("added", call.arguments) }
let first = Basket.adding.before(on: .when { $0.items.isEmpty }) { _, item in print("first", item) }
print(Basket().add("lamp"))
for line in Pointcut<Basket>.named("add*").explain() { print(line) }
for hook in [tracking, first] { hook.cancel() }
