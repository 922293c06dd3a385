#if os(Linux)
    import Dispatchers
    import Foundation
    import StateStorage
    import Testing

    @Suite("Files that cannot be accessed")
    struct InaccessibleFileTests {
        @Test("A file that the system does not let read stays where it is, and its state is not kept")
        func fileLimit() async {
            // In a process of its own, which may not open any more files.
            await #expect(processExitsWith: .success) {
                let folder = TemporaryFolder()
                try folder.write(#"{"value":7,"version":1}"#, to: "count.json")
                let storage = try FileStorage(folder.url)
                var limit = rlimit(rlim_cur: 3, rlim_max: 3)
                try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
                let error = #expect(throws: StorageError.self) { try ObserverCenter().keep(.count, in: storage) }
                #expect(error?.reason == .inaccessible)
                #expect(error?.state == "count")
                #expect(access(folder.file("count.json").path, F_OK) == 0)
            }
        }
    }
#endif
