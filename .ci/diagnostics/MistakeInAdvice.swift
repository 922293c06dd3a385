// A name is misspelled in the advice of an owner.
// says: value of type 'Journal' has no member 'wirte'
// instead: write `journal.write`.
import Hooks

@MainActor final class Journal {
    func write(_ text: String) {}
    func start(_ point: borrowing MainActorJoinPoint<Screen, Int, Void>) {
        point.before(by: self) { journal, _, number in journal.wirte("\(number)") }
    }
}
@MainActor final class Screen {}
