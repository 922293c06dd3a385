import Dispatch
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A watch on the write-ahead log of a database, by the system.
///
/// A commit of any process writes into this file. The system of Linux notices that; on others there is no watch.
#if os(Linux) || os(Android)
    final class FileWatch: Sendable {
        private let descriptor: Int32
        private let path: String

        /// Begins to watch, if the system has a watch left.
        init?(_ path: String) {
            self.path = path
            descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            // Files of the database that are made, removed or replaced.
            let folder = URL(filePath: path).deletingLastPathComponent().path
            let events = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
            guard inotify_add_watch(descriptor, folder, UInt32(events)) >= 0, watchLog() else { return nil }
        }

        deinit { close(descriptor) }

        /// Watches the write-ahead log, once if it is called again for the same file.
        @discardableResult
        private func watchLog() -> Bool {
            inotify_add_watch(descriptor, SQLiteFile.log(of: path), UInt32(IN_MODIFY)) >= 0
        }

        /// Returns a sequence with an element when one of the files may have changed since the last one.
        func changes() -> AsyncStream<Void> {
            AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
                // Unsafe, since the type does not say that it is Sendable: a source of Dispatch can be cancelled on any thread, and that is
                // all that is done with it after it was activated.
                nonisolated(unsafe) let source = DispatchSource.makeReadSource(
                    fileDescriptor: descriptor, queue: .global())
                source.setEventHandler { [self] in
                    readEvents()
                    // The log may be another file now.
                    watchLog()
                    continuation.yield()
                }
                // Dispatch uses the descriptor until then.
                source.setCancelHandler { withExtendedLifetime(self) {} }
                source.activate()
                continuation.onTermination = { _ in source.cancel() }
            }
        }

        /// Reads all events, and forgets them: the database is looked at, whatever they are.
        private func readEvents() {
            withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
                while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
            }
        }
    }
#else
    final class FileWatch: Sendable {
        init?(_ path: String) { return nil }

        func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
    }
#endif
