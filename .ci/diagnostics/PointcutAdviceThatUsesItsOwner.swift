// Advice of a pointcut uses its owner, though the pointcut may match methods of any actor.
// says: call to main actor-isolated instance method 'count()' in a synchronous nonisolated context
// instead: mark the advice, `{ @MainActor analytics, _, _, _ in … }`; it then runs at join points of the main actor alone.
import Hooks

protocol Queueing {}

@MainActor final class Analytics {
    func count() {}
    func start() {
        Pointcut<any Queueing>.named("enqueue*").after(by: self) { analytics, _, _, _ in analytics.count() }
    }
}
