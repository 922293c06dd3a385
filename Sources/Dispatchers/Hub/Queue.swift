/// A queue: the element that was appended first is taken first, in constant time.
struct Queue<Element: Sendable>: Sendable {
    private var elements: [Element?] = []

    /// The number of elements that were removed from the front of the array.
    private var removedCount = 0

    /// The position of the first element: the number of elements that were taken.
    private var firstPosition = 0

    /// The number of elements that were removed elsewhere than at the front.
    private var gapCount = 0

    private var firstIndex: Int { firstPosition - removedCount }

    var count: Int { elements.count - firstIndex - gapCount }

    var isEmpty: Bool { count == 0 }

    /// All elements, in the order in which they were appended.
    var all: [Element] { elements[firstIndex...].compactMap { $0 } }

    /// The element that was appended first.
    var first: Element? {
        // By index: a search allocates in a build for debugging.
        var index = firstIndex
        while index < elements.count {
            if let element = elements[index] { return element }
            index += 1
        }
        return nil
    }

    /// The element that was appended last.
    ///
    /// No element may have been removed elsewhere than at the front.
    var last: Element? { isEmpty ? nil : elements[elements.count - 1] }

    /// The position of the next element that is appended.
    var endPosition: Int { elements.count + removedCount }

    /// The element at a position, which stays the same until the element is taken.
    subscript(position: Int) -> Element? {
        get { elements[position - removedCount] }
        set { elements[position - removedCount] = newValue }
    }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Takes the element that was appended first.
    mutating func popFirst() -> Element? {
        while firstIndex < elements.count {
            let element = elements[firstIndex].take()
            firstPosition += 1
            shrink()
            if let element { return element }
            gapCount -= 1
        }
        return nil
    }

    /// Removes the element at a position.
    mutating func remove(at position: Int) -> Element? {
        gapCount += 1
        return elements[position - removedCount].take()
    }

    /// Replaces the last element, if there is one, and returns it.
    mutating func replaceLast(with element: Element) -> Element? {
        guard let last else { return nil }
        elements[elements.count - 1] = element
        return last
    }

    /// Removes the slots of taken elements, once they are all of the array or half of it.
    private mutating func shrink() {
        if firstIndex == elements.count {
            elements.removeAll(keepingCapacity: firstIndex <= 64)
            removedCount = firstPosition
        } else if firstIndex >= 64, firstIndex * 2 >= elements.count {
            elements.removeFirst(firstIndex)
            removedCount = firstPosition
        }
    }
}
