import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The ports of this machine's loopback address.
enum Port {
    /// Returns whether a program can listen at a port now.
    ///
    /// Zero means any port, and is always free.
    static func isFree(_ port: Int) -> Bool {
        guard let socket = listener(at: port) else { return false }
        close(socket)
        return true
    }

    /// Returns the first free port from one on, of the next ten.
    ///
    /// - Returns: `nil` if all are in use.
    static func firstFree(from port: Int) -> Int? {
        (port..<port + 10).first { isFree($0) }
    }

    /// Returns a socket that is bound to a port of the loopback address, which the caller closes.
    ///
    /// - Returns: `nil` if the port is in use.
    static func listener(at port: Int) -> Int32? {
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        let handle = socket(AF_INET, kind, 0)
        guard handle >= 0 else { return nil }
        // As a server does, so that a port that was closed a moment ago counts as free.
        var isReused: Int32 = 1
        setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port).bigEndian)
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(handle, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if status == 0, listen(handle, 1) == 0 { return handle }
        close(handle)
        return nil
    }
}
