@testable import Routing

extension RouteOutcome {
    /// The outcome in a few words, to be compared.
    var summary: String {
        switch result {
        case .handled: "handled"
        case .declined: "declined"
        case .notFound: "not found"
        case .parked(let parked): "parked \(parked.url)"
        case .refused(let reason): "refused \(reason)"
        case .blocked: "blocked"
        case .superseded(let url): "superseded by \(url)"
        case .failed(let error): "failed \(error)"
        case .invalid(let error) where error.reason == .noScheme: "invalid no scheme"
        case .invalid(let error): error.reason == .invalidEncoding ? "invalid encoding" : "invalid"
        case .redirected(let target): "redirected \(target)"
        case .held: "held"
        case .needsAwait: "needs await"
        }
    }
}
