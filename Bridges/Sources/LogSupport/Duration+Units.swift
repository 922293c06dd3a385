extension Duration {
    /// The whole milliseconds, as many as 64 bits can have.
    package var milliseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000_000) }

    /// The whole nanoseconds, as many as 64 bits can have.
    package var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }
}
