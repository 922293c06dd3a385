/// An object as the protocol through which it is called, made once, when it registers.
///
/// A copy as the protocol that is made or loaded for a call has to be retained and released, which costs more than the
/// call: ten calls took 1.6 times a loop over the objects, and take 0.54 of it ("a call to 10"); of owners 2.5 times a loop
/// over weak references, and take 1.15 ("a call to 10 owners"). So the object is held here, weakly or not, and beside it the bits of such a copy, which hold
/// nothing.
///
/// Why it is sound: bits are taken of a copy whose dynamic type is a class, which is the object itself, and which begins
/// with the reference to it; so it is the object's class or an existential in which the object stands, and that reference is
/// all in it that counts. It is given back when the bits have been taken. They are lent only while the object is known to
/// live, retained by its weak reference for the time of the call, or held by a receiver that is not released meanwhile. The
/// copy was made where the object is called: on the actor of its registration, or on none. The object is `Sendable`, and
/// so its bits may be lent on any thread.
final class CallReceiver: @unchecked Sendable {
    private weak let owner: (any AnyObject & Sendable)?
    private let kept: (any AnyObject & Sendable)?
    let bits: Bits

    /// The object's bits as a protocol.
    struct Bits: @unchecked Sendable {
        fileprivate let address: UnsafeMutableRawPointer

        /// Lends the object as the protocol that it was taken as, while it lives.
        @inline(__always)
        func lend<P>(to body: (P) throws -> Void) rethrows {
            try Dispatchers.lend(P.self, at: address) { receiver in try body(receiver) }
        }
    }

    /// Takes an object as a protocol; `nil` when that is another object or a copy that holds more.
    ///
    /// - Parameters:
    ///   - object: Who is called.
    ///   - receiver: The same as the protocol.
    ///   - isKept: Whether to keep it alive.
    init?<P>(_ object: any AnyObject & Sendable, as receiver: P?, isKept: Bool) {
        guard let receiver else { return nil }
        guard Swift.type(of: receiver as Any) is AnyClass else { return nil }
        let address = Unmanaged.passUnretained(object).toOpaque()
        let bits = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<P>.size, alignment: MemoryLayout<P>.alignment)
        let copy = bits.initializeMemory(as: P.self, to: receiver)
        guard bits.load(as: UnsafeMutableRawPointer.self) == address else {
            copy.deinitialize(count: 1)
            bits.deallocate()
            return nil
        }
        Unmanaged<AnyObject>.fromOpaque(address).release()
        self.bits = Bits(address: bits)
        owner = isKept ? nil : object
        kept = isKept ? object : nil
    }

    deinit { bits.address.deallocate() }

    /// The bits of an object that lives as long as this.
    var keptBits: Bits? { kept == nil ? nil : bits }

    /// Lends the object as the protocol that it was taken as; `false` when it is gone.
    func lend<P>(to body: (P) throws -> Void) throws -> Bool {
        if kept == nil { return try lendOwner(to: body) }
        try bits.lend(to: body)
        return true
    }

    /// The same of an object that is not kept.
    @inline(__always)
    func lendOwner<P>(to body: (P) throws -> Void) throws -> Bool {
        guard let owner else { return false }
        // What `withExtendedLifetime` does, but for a copy: with that, ten calls take 1.15 times the instructions.
        defer { _fixLifetime(owner) }
        try bits.lend(to: body)
        return true
    }
}

/// Makes the receiver of a call, each time anew: an adapter, or what a closure answers.
///
/// It is of the protocol's type, so that a call looks no types up, which took three times as long as all the rest.
final class CallMaker<P>: Sendable {
    private let make: @Sendable () throws -> P

    init(_ make: @escaping @Sendable () throws -> P) { self.make = make }

    /// Makes it of an owner, who is not kept.
    convenience init<Owner: AnyObject & Sendable>(of owner: Owner, _ make: @escaping @Sendable (Owner) throws -> P) {
        self.init { [weak owner] in
            guard let owner else { throw OwnerIsGone() }
            return try make(owner)
        }
    }

    /// Lends the receiver; `false` when its owner is gone.
    func lend(to body: (P) throws -> Void) throws -> Bool {
        do {
            try body(try make())
            return true
        } catch is OwnerIsGone {
            return false
        }
    }
}

/// Nobody but a `CallMaker` sees it: an optional of any type would have to be looked up.
private struct OwnerIsGone: Error {}

/// Lends the receiver that a maker of this protocol makes; `false` when there is none any more.
///
/// Why the cast is sound: listeners are found by the protocol that they were registered for, and a maker is of that one.
/// To look at its class as well took 6,936 instructions for a call to 10 that are asked for each time, instead of 2,568.
@inline(__always)
func lend<P>(from maker: Unmanaged<any AnyObject & Sendable>, to body: (P) throws -> Void) throws -> Bool {
    try maker._withUnsafeGuaranteedRef { try unsafeDowncast($0, to: CallMaker<P>.self).lend(to: body) }
}
