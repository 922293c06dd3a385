import Foundation
import Testing

@Suite("Storages at random")
struct StorageModelTests {
    @Test("Centers that keep states at random have the last values, and these are stored", arguments: 1...40)
    func randomSteps(seed: UInt64) async {
        let model = StorageModel(seed: seed)
        for _ in 1...300 { await model.step() }
        await model.finish()
    }
}
