/// Lends a value as `inout` to a body that does not change it, without a copy.
///
/// Sound, since nothing changes the target of a call but a `mutating` method and its advice, which have it as `inout` themselves.
func lend<Value, Output>(_ value: Value, _ body: (inout Value) throws -> Output) rethrows -> Output {
    try unsafe withUnsafePointer(to: value) { try unsafe body(&UnsafeMutablePointer(mutating: $0).pointee) }
}
