/// The effect of a receiver that throws.
public enum CallFailurePolicy: Sendable {
    /// Calls no other receiver, and throws the error.
    case stopAtFirst

    /// Calls the others, and then throws `CallFailures`.
    case throwAtEnd

    /// Calls the others, and calls the center's error handler.
    case report
}
