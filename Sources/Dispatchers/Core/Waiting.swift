/// A queue: what was appended first is taken first, in constant time.
struct Waiting<Element: Sendable>: Sendable {
    private var elements: [Element?] = []
    private var next = 0

    var count: Int { elements.count - next }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard next < elements.count else { return nil }
        let element = elements[next].take()
        next += 1
        if next == elements.count {
            elements.removeAll(keepingCapacity: next <= 64)
            next = 0
        } else if next >= 64, next * 2 >= elements.count {
            elements.removeFirst(next)
            next = 0
        }
        return element
    }

    /// All elements, the one that was appended first first.
    var all: [Element] { elements[next...].compactMap { $0 } }

    /// What was appended last.
    var last: Element? { isEmpty ? nil : elements[elements.count - 1] }

    /// Exchanges the last element, if there is one, and gives back the one that stood there.
    mutating func replaceLast(with element: Element) -> Element? {
        guard let last else { return nil }
        elements[elements.count - 1] = element
        return last
    }
}
