// Advice around an asynchronous method has a capture list, which compiler 6.3.1 refuses here.
// says: cannot convert '@Sendable (File, String
// instead: name the owner, `around(by: self) { rules, file, name, proceed in … }`.
import Hooks

struct File: Sendable { static let loading = AsyncThrowingJoinPoint<File, String, Int, any Error>("load(_:)") }

final class Rules: Sendable {
    func start() -> Registration {
        File.loading.around { [weak self] file, name, proceed in try await proceed(self == nil ? name : "") }
    }
}
