import SignalboxCore

/// A value that is posted, set or called: its address, its topic, and the source location of the call.
///
/// The caller retains the value, the topic and the subject until the delivery is over.
struct Posting {
    /// A value of the topic's type.
    var value: ValueAddress
    var topic: UnretainedReference<Topic>

    /// The value and the topic as they were posted, if an optional was posted and `value` is the value that it wraps.
    var posted: (value: ValueAddress, topic: UnretainedReference<Topic>)?

    let location: SourceLocation

    /// The object that it is about.
    var subject: UnretainedReference<any AnyObject & Sendable>?

    /// A Boolean value that indicates whether the value must not leave the current thread.
    var isConfined = false
}
