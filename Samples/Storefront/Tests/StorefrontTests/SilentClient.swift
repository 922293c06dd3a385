import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A connection to the server that sends nothing by itself.
final class SilentClient: Sendable {
    struct Refused: Error {}

    private let handle: Int32

    init(port: Int) throws {
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        handle = socket(AF_INET, kind, 0)
        // Twenty seconds to wait for the end, not for ever.
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port).bigEndian)
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(handle, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Refused() }
    }

    deinit { close(handle) }

    func send(_ text: String) {
        _ = text.withCString { write(handle, $0, text.utf8.count) }
    }

    /// Returns what the server has sent until it has closed the connection.
    ///
    /// Waits on a thread of its own, since the server needs those of the tests.
    func receiveAll() async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: self.readAll()) }
        }
    }

    private func readAll() -> String {
        var all: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(handle, &part, part.count)
            guard count > 0 else { return String(decoding: all, as: UTF8.self) }
            all += part.prefix(count)
        }
    }

    /// Waits until the server closes the connection.
    func isClosedByServer() -> Bool {
        var byte: UInt8 = 0
        return read(handle, &byte, 1) == 0
    }
}
