import Bridging
import Foundation
import Testing

@testable import NATSBridging

struct CursorTests {
    @Test func aRecordIsReadFromItsBytes() {
        var record = CursorRecord(position: .max, term: 7, reader: "shop 2 é")
        record.renewals = 3
        #expect(CursorRecord(bytes: record.bytes) == record)
        let released = CursorRecord(position: 0, term: 0, reader: "")
        #expect(CursorRecord(bytes: released.bytes) == released)
    }

    @Test(arguments: [
        "", "1", "1 2 3", "a 2 3 r", "1 -2 3 r", "1 2 99999999999999999999 r", "1 é 3 r", "\u{FF}",
    ])
    func otherBytesAreNoRecord(_ text: String) {
        #expect(CursorRecord(bytes: text.utf8) == nil)
    }

    @Test func aLeaseEndsWhenTheCursorHasNotChangedForItsTime() {
        var observations = CursorObservations()
        let start = ContinuousClock.now
        let lease = Duration.seconds(10)
        func hasEnded(_ revision: UInt64, after seconds: Int, of subject: String = "a") -> Bool {
            observations.hasEnded(revision, of: subject, lease: lease, at: start + .seconds(seconds))
        }
        #expect(!hasEnded(1, after: 0))
        #expect(!hasEnded(1, after: 9))
        // It was renewed.
        #expect(!hasEnded(2, after: 10))
        #expect(!hasEnded(9, after: 19, of: "b"))
        #expect(!hasEnded(2, after: 19))
        #expect(hasEnded(2, after: 20))
        #expect(!hasEnded(9, after: 20, of: "b"))
    }
}
