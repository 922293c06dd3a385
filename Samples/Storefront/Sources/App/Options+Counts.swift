import Foundation
import StateStorage

extension Options {
    /// Opens the storage of the numbers, a folder beside the database.
    ///
    /// Of several processes of the shop, the first one stores its numbers. The others count for themselves, and say so.
    func openCounts() -> FileStorage? {
        do {
            return try FileStorage(URL(filePath: database + "-numbers"))
        } catch {
            FileHandle.standardError.write(Data("The numbers are not stored: \(error)\n".utf8))
            return nil
        }
    }
}
