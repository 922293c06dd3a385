// Lives: the stages of a component, its observers, and steps that are refused.
import Dispatchers
import Hooks

protocol MembersPage: AnyObject {}

final class AccountPage: MembersPage {}

struct SignInNeeded: Error {}

let lifecycle = Lifecycle()
let page = AccountPage()
let life = Life<ScreenStage>(of: page, announcedTo: lifecycle)
let badge = Life<ScreenStage>()

let log = life.observe { step in print("the page is", step.to, step.isRollback ? "again" : "now") }
let members = lifecycle.beforeStep(of: (any MembersPage).self, through: ScreenStage.self) { _, step in
    if step.to == .resumed { throw SignInNeeded() }
}
let following = try life.observe { step in try badge.move(to: step.to) }

do { try life.move(to: .resumed) } catch { print("refused:", error, "at", life.stage) }
members.cancel()
try life.move(to: .resumed)
try life.move(to: .stopped)
print("the badge is", badge.stage, "with the page")

// Pointcuts: whatever join points match, reached or not.
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
