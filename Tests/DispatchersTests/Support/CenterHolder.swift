import Dispatchers

/// A weak reference to a center for the closures that are passed to its initializer.
final class CenterHolder: @unchecked Sendable {
    weak var value: MessageCenter?
}

extension MessageCenter {
    static func holding(_ make: (CenterHolder) -> MessageCenter) -> MessageCenter {
        let holder = CenterHolder()
        let center = make(holder)
        holder.value = center
        return center
    }
}
