import Synchronization

/// A number of places, for things of which only so many may run at once.
final class Places: Sendable {
    /// The number of places.
    let limit: Int
    private let taken = Mutex(0)

    init(_ limit: Int) {
        self.limit = limit
    }

    /// Takes a place.
    ///
    /// - Returns: The place, which is free again when it is released; `nil` if all are taken.
    func take() -> Place? {
        let isFree = taken.withLock { taken in
            guard taken < limit else { return false }
            taken += 1
            return true
        }
        return isFree ? Place { [self] in taken.withLock { $0 -= 1 } } : nil
    }
}

/// A place that is taken; its release frees the place.
final class Place: Sendable {
    private let free: @Sendable () -> Void

    fileprivate init(_ free: @escaping @Sendable () -> Void) { self.free = free }

    deinit { free() }
}
