/// A value that the inspector shows by the name of its type alone, inside of messages, states, arguments, errors and targets.
///
/// ```swift
/// struct Password: InspectorRedacted { let text: String }
/// ```
///
/// Values are printed by their fields. A type with a description of its own (`CustomStringConvertible`) is printed by that, and a
/// type that is `Encodable` and offered for replay is encoded as it is: let such a type leave out secrets, or be redacted itself.
public protocol InspectorRedacted {}
