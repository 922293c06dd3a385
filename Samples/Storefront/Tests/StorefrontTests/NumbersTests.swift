import Dispatchers
import Foundation
import ShopKit
import StateStorage
import Storage
import Testing

@testable import storefront

/// The counts of the shop, which are kept beside the database.
@Suite struct NumbersTests {
    @Test func theNumbersOutliveTheProcess() async throws {
        try await withDatabaseFile { file in
            let folder = URL(filePath: file + "-numbers")
            for times in 1...2 {
                let storage = try FileStorage(folder)
                let storefront = try await Storefront(database: try Database(at: file), numbers: storage)
                _ = try await Visitor(TestServer(storefront)).get("/brands")
                #expect(storefront.shop.states[.counts]["screen BrandsScreen"] == times)
                try await storage.close()
            }
        }
    }

    @Test func twoShopsOfOneDatabaseAreRefused() async throws {
        try await withDatabaseFile { file in
            let first = try FileStorage(URL(filePath: file + "-numbers"))
            let error = #expect(throws: StorageError.self) { try FileStorage(URL(filePath: file + "-numbers")) }
            #expect(error?.reason == .inUse)
            try await first.close()
        }
    }
}
