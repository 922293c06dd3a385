/// A value that the inspector shows by the name of its type alone, wherever it is inside of a message or a state.
///
/// ```swift
/// struct Password: InspectorRedacted { let text: String }
/// ```
///
/// A type that has a description of its own, or is `Encodable` and offered for replay, has to leave out secrets itself.
public protocol InspectorRedacted {}
