import Dispatchers

/// Hands a center to the closures that it is made of.
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
