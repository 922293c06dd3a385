/// What became of a state: its value before and after.
@frozen public struct StateChange<Value: Sendable>: Sendable {
    // Two references and nothing else: see `LentStateChange`.
    @usableFromInline let oldBox: StateBox?
    @usableFromInline let newBox: StateBox

    /// The value before; `nil` when an observer is first told the value that it finds.
    @inlinable public var old: Value? { oldBox?.value(as: Value.self) }

    /// The value after.
    ///
    /// Others may have set the state anew meanwhile; then another change follows.
    @inlinable public var new: Value { newBox.value(as: Value.self) }

    init(from old: Value?, to new: Value) {
        oldBox = old.map { StateBox($0) }
        newBox = StateBox(new)
    }
}

extension StateChange: Equatable where Value: Equatable {
    /// Whether the values before are equal, and those after.
    public static func == (left: Self, right: Self) -> Bool { left.old == right.old && left.new == right.new }
}

extension StateChange: CustomStringConvertible {
    /// The values: `5 → 6`, or `5` when an observer is first told the value that it finds.
    public var description: String { old.map { "\($0) → \(new)" } ?? "\(new)" }
}

/// The memory of one value of a state.
///
/// It is not generic, so that a set need not look types up, and may be emptied and filled again, so that it need not
/// allocate.
///
/// Why it is sound: the memory belongs to this box alone. Its layout, and the type as which it is read and destroyed, are
/// those of the one `StateRoot` or `StateChange` that made the box; boxes never go from one state to another. It is filled
/// before anybody else has the box, and emptied by one who has the only reference to it. Between the two it is only read.
/// Observers read it where they are written: inlined, a set that ten of them look at takes half the time ("a state with 10
/// observers"); to destroy what is bits alone would cost it a fifteenth.
@usableFromInline final class StateBox: @unchecked Sendable {
    /// How the values of a state lie in memory.
    struct Layout: Sendable {
        let size: Int
        let alignment: Int
        /// Does nothing for values that are bits alone, and then is not there.
        let destroy: (@Sendable (UnsafeMutableRawPointer) -> Void)?

        init<Value: Sendable>(of type: Value.Type) {
            size = MemoryLayout<Value>.size
            alignment = MemoryLayout<Value>.alignment
            let destroy: @Sendable (UnsafeMutableRawPointer) -> Void = { memory in
                memory.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
            }
            self.destroy = _isPOD(type) ? nil : destroy
        }
    }

    @usableFromInline let memory: UnsafeMutableRawPointer
    private let destroy: (@Sendable (UnsafeMutableRawPointer) -> Void)?
    private var isFull = false

    init(_ layout: Layout) {
        memory = .allocate(byteCount: layout.size, alignment: layout.alignment)
        destroy = layout.destroy
    }

    convenience init<Value: Sendable>(_ value: Value) {
        self.init(Layout(of: Value.self))
        fill { $0.initializeMemory(as: Value.self, to: value) }
    }

    deinit {
        empty()
        memory.deallocate()
    }

    /// Puts a value into the memory, which is empty.
    func fill(_ initialize: (UnsafeMutableRawPointer) -> Void) {
        initialize(memory)
        isFull = true
    }

    /// Destroys the value, which may be foreign code: hold no lock.
    func empty() {
        guard isFull else { return }
        isFull = false
        destroy?(memory)
    }

    /// Copies the value, which is of this type.
    @inlinable
    func value<Value: Sendable>(as type: Value.Type) -> Value { memory.assumingMemoryBound(to: Value.self).pointee }

    /// Reads the value where it lies.
    func read(_ body: (UnsafeRawPointer) -> Void) { body(memory) }
}

/// What became of some state, in the layout of a `StateChange`.
struct AnyStateChange: Sendable {
    let old: StateBox?
    let new: StateBox
}

/// The same for the time of a delivery, without keeping the values alive.
///
/// Why it is sound: an `Unmanaged` is the reference that it wraps, so this has the layout of an `AnyStateChange` and of a
/// `StateChange`, as which listeners read it. Whoever delivers has the old value, and the new one lives on: it is the
/// state's, or, if that was set anew meanwhile, it waits as the old value of a change that the same thread delivers next.
/// So a set counts no reference, which is dearer than all else that it does ("a state with 10 observers").
struct LentStateChange {
    let old: Unmanaged<StateBox>?
    let new: Unmanaged<StateBox>

    /// The change, to be kept.
    var kept: AnyStateChange { AnyStateChange(old: old?.takeUnretainedValue(), new: new.takeUnretainedValue()) }
}
