// A `switch` over all known reasons of an error.
// says: switch covers known cases, but 'RequestError.Reason' may have additional unknown values
// instead: add `@unknown default`: a minor version may add a reason.
import Dispatchers

func mayTryAgain(_ reason: RequestError.Reason) -> Bool {
    switch reason {
    case .timedOut: true
    case .unhandled, .ambiguous, .cancelled, .closed: false
    }
}
