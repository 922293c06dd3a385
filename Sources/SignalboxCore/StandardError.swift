#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Writes one line to standard error.
///
/// The line is written by one call, so lines of several threads do not mix.
package func writeToStandardError(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { bytes in _ = unsafe write(2, bytes.baseAddress, bytes.count) }
}
