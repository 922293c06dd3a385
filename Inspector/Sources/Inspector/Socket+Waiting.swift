import FlyingSocks
import Foundation

// Operations that the library offers only with `await`, on threads of the app's pool.
extension Socket {
    /// Waits until the socket can be read or written, or has ended.
    ///
    /// - Returns: `false` if the time is over.
    func wait(toWrite isWriting: Bool, upTo time: Duration) -> Bool {
        let events = Int16(isWriting ? POLLOUT : POLLIN)
        var entry = pollfd(fd: file.rawValue, events: events, revents: 0)
        let milliseconds = max(0, min(time / .milliseconds(1), 1e9)).rounded(.up)
        while true {
            let count = poll(&entry, 1, Int32(milliseconds))
            // A signal interrupts it.
            if count >= 0 { return count > 0 }
        }
    }

    /// Waits until the socket can be read, or has ended.
    ///
    /// - Returns: `false` if the pipe could be read before.
    func wait(unlessWokenBy pipe: Int32) -> Bool {
        var entries = [file.rawValue, pipe].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&entries, 2, -1) < 0 {}
        return entries[1].revents == 0
    }

    /// The number of bytes that were written and that the system of the client has not taken yet.
    var unsentCount: Int {
        var count: Int32 = 0
        #if canImport(Darwin)
            var size = socklen_t(MemoryLayout<Int32>.size)
            let status = getsockopt(file.rawValue, SOL_SOCKET, SO_NWRITE, &count, &size)
        #else
            let status = ioctl(file.rawValue, UInt(TIOCOUTQ), &count)
        #endif
        return status == 0 ? Int(count) : 0
    }

    /// Ends the socket, so that a thread that waits for it goes on.
    ///
    /// - Parameter reading: Whether the end is also that of what the client sends.
    func shutDown(reading: Bool) {
        _ = shutdown(file.rawValue, Int32(reading ? SHUT_RDWR : SHUT_WR))
    }

    /// Makes a write to a closed connection an error, and no signal.
    func preventSignals() throws {
        #if canImport(Darwin)
            try setValue(true, for: .noSIGPIPE)
        #endif
    }
}
