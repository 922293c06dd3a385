import Foundation

/// A server that accepts connections, and never answers.
final class SilentServer {
    let port: UInt16
    private let socket: Int32

    init() {
        #if canImport(Glibc)
            socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = socket
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                precondition(bind(descriptor, pointer, size) == 0)
                precondition(listen(descriptor, 8) == 0)
                precondition(getsockname(descriptor, pointer, &size) == 0)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(socket) }
}
