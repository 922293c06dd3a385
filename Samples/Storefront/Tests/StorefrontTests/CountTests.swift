import Foundation
import ShopKit
import StateStorage
import Storage
import Testing

@testable import storefront

struct CountTests {
    @Test func theNumbersGoOnAfterARestart() async throws {
        try await withDatabaseFile { file in
            let folder = URL(filePath: file + "-numbers")
            let storage = try FileStorage(folder)
            let before = try await Storefront(database: Database(at: file), keepingCountsIn: storage)
            _ = try await Visitor(TestServer(before)).post("/act/cart/2")
            let counts = before.shop.states[.counts]
            #expect(!counts.isEmpty)
            try await storage.close()
            let after = try await Storefront(database: Database(at: file), keepingCountsIn: FileStorage(folder))
            #expect(after.shop.states[.counts] == counts)
        }
    }
}
