/// Objects in the order of their keys, which readers go through without a lock while one writer at a time changes them.
///
/// Adding behind all others happens in place, and so does removing: a slot is emptied, and the room of many empty ones is
/// taken back by one copy. Both take constant time, amortised; adding in the middle takes a copy.
///
/// Writers share a lock of their own, and hand what they get back to `Readers.retire` after they have given it back.
///
/// Why it is sound: a reader is counted in by the `Readers` of this list for as long as it uses a view or an element. The
/// list holds its block, the block holds what stands in its slots. Both let go only by handing out what was unlinked, to be
/// retired. A slot is written before the count that covers it is, and its key never changes; the rest of a block is the
/// writers' alone. A shortcut is taken away before its element is, by a store that is sequentially consistent too. Those of a
/// block that is replaced are taken away before anything is removed from the next one: who still goes through it asks each
/// element whether it has ended.
///
/// A writer that names the epoch when it inserts lets what is removed be released though a reader stays that entered before;
/// readers of such a list take their view by `view(for:_:)`.
package struct PublishedList<Element: AnyObject & Sendable>: ~Copyable, Sendable {
    private let block = AtomicReference<ListBlock<Element>>()
    private let makeShortcut: (@Sendable (Element) -> Shortcut)?

    /// What was unlinked by one change.
    package struct Unlinked: Sendable {
        fileprivate(set) var element: Element?
        fileprivate var epoch = Readers.Epoch.first
        fileprivate(set) var block: ListBlock<Element>?

        /// Whether there is nothing to retire.
        package var isEmpty: Bool { element == nil && block == nil }

        package func retire(to readers: Readers) {
            readers.retire(element, linkedIn: epoch)
            if let block { readers.retire(block, linkedIn: block.epoch) }
        }
    }

    package init() { makeShortcut = nil }

    /// A list whose readers can take shortcuts; they are made under the writers' lock.
    package init(shortcuts makeShortcut: @escaping @Sendable (Element) -> Shortcut) { self.makeShortcut = makeShortcut }

    deinit {
        block.load()?.release()
    }

    /// Whether there are no elements.
    package var isEmpty: Bool { block.load() == nil }

    /// The elements that are here now, for a reader who is counted in.
    package var view: ListView<Element>? {
        guard let block = block.load() else { return nil }
        return ListView(block)
    }

    /// The elements that are here now, for a reader that entered, and enters again if it has to: what it found before goes.
    @inline(__always)
    package func view(for reading: inout Readers.Reading, _ readers: Readers) -> ListView<Element>? {
        while let block = block.load() {
            if readers.isCurrent(reading) {
                let view = ListView(block)
                if readers.isCurrent(reading) { return view }
            }
            readers.renew(&reading)
        }
        return nil
    }

    /// Adds an element behind those of its priority or a higher one; identifiers grow from call to call.
    ///
    /// - Parameters:
    ///   - element: What to add.
    ///   - priority: Its priority.
    ///   - id: Its identifier.
    ///   - epoch: The epoch that was current before this, or an earlier one.
    /// - Returns: What was unlinked.
    package func insert(
        _ element: Element, priority: Int, id: UInt64, in epoch: Readers.Epoch = .first
    ) -> Unlinked {
        let old = block.load()?.takeUnretainedValue()
        if let old, old.append(element, priority: priority, id: id, linkedIn: epoch) { return Unlinked() }
        let live = old?.live ?? 0
        let new = ListBlock<Element>(capacity: live + max(4, live), makeShortcut, linkedIn: epoch)
        let isLast = old.map { !$0.isBefore(priority, id) } ?? true
        var isPlaced = isLast
        for (other, key, otherEpoch) in old?.entries ?? [] {
            if !isPlaced, priority > key.priority {
                _ = new.append(element, priority: priority, id: id, linkedIn: epoch)
                isPlaced = true
            }
            _ = new.append(other, priority: key.priority, id: key.id, linkedIn: otherEpoch)
        }
        if isLast || !isPlaced { _ = new.append(element, priority: priority, id: id, linkedIn: epoch) }
        return publish(new)
    }

    /// Removes an element, found in logarithmic time.
    ///
    /// - Parameters:
    ///   - priority: Its priority.
    ///   - id: Its identifier.
    ///   - epoch: The epoch that was current before this, or an earlier one.
    /// - Returns: What was unlinked.
    package func remove(priority: Int, id: UInt64, in epoch: Readers.Epoch = .first) -> Unlinked {
        guard let old = block.load()?.takeUnretainedValue(),
            let (element, birth) = old.remove(priority: priority, id: id)
        else { return Unlinked() }
        var unlinked = Unlinked(element: element, epoch: birth)
        if old.live == 0 {
            unlinked.block = publish(nil).block
        } else if old.isSparse {
            let new = ListBlock<Element>(capacity: old.live * 2, makeShortcut, linkedIn: epoch)
            for (element, key, birth) in old.entries {
                _ = new.append(element, priority: key.priority, id: key.id, linkedIn: birth)
            }
            unlinked.block = publish(new).block
        }
        return unlinked
    }

    /// Replaces everything by elements that stand in order.
    ///
    /// - Parameters:
    ///   - elements: The elements.
    ///   - epoch: The epoch that was current before this, or an earlier one.
    /// - Returns: What was unlinked.
    package func replaceAll(
        with elements: [(element: Element, priority: Int, id: UInt64)], in epoch: Readers.Epoch = .first
    ) -> Unlinked {
        guard !elements.isEmpty else { return publish(nil) }
        let new = ListBlock<Element>(capacity: elements.count * 2, makeShortcut, linkedIn: epoch)
        for (element, priority, id) in elements {
            _ = new.append(element, priority: priority, id: id, linkedIn: .first)
        }
        return publish(new)
    }

    private func publish(_ new: ListBlock<Element>?) -> Unlinked {
        let old = block.exchange(new.map { .passRetained($0) })
        old?._withUnsafeGuaranteedRef { $0.forgetShortcuts() }
        return Unlinked(block: old?.takeRetainedValue())
    }
}
