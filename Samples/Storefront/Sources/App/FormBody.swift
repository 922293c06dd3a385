import Foundation
import Hummingbird

/// The fields of a form as they were sent.
enum FormBody: Sendable {
    /// The longest body of a form.
    static let limit = 64 * 1024

    case read([String: String])
    case tooLong
    case tooSlow

    /// The body ended in the middle, or is none.
    case broken

    /// Reads the text of a form; of several fields with one name, the last counts.
    ///
    /// A text whose escapes are not those of UTF-8 is broken.
    init(reading text: String) {
        var fields: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.compactMap { $0.replacing("+", with: " ").removingPercentEncoding }
            guard texts.count == parts.count else {
                self = .broken
                return
            }
            fields[texts[0]] = texts.count > 1 ? texts[1] : ""
        }
        self = .read(fields)
    }

    /// Collects the body of a request.
    init(collecting body: RequestBody) async {
        var bytes: [UInt8] = []
        do {
            for try await part in body {
                bytes += part.readableBytesView
                guard bytes.count <= Self.limit else {
                    self = .tooLong
                    return
                }
            }
            self.init(reading: String(decoding: bytes, as: UTF8.self))
        } catch {
            self = .broken
        }
    }
}

extension Hummingbird.Request {
    /// The fields of a form that is sent in time.
    func fields(within time: Duration, of clock: any Clock<Duration>) async -> FormBody {
        let body = body
        return await withTaskGroup(of: FormBody.self) { group in
            group.addTask { await FormBody(collecting: body) }
            group.addTask {
                try? await clock.sleep(for: time)
                return .tooSlow
            }
            let first = await group.next() ?? .tooSlow
            group.cancelAll()
            return first
        }
    }
}

extension Response {
    /// The answer to a form that was not read, which says why.
    init(refusing body: FormBody, after time: Duration) {
        switch body {
        case .tooLong:
            self.init(status: .contentTooLarge, text: "A form has at most \(FormBody.limit / 1_024) KiB here.")
        case .tooSlow:
            self.init(
                status: .requestTimeout, text: "This form was not sent within \(time.components.seconds) seconds.")
        case .broken, .read: self.init(status: .badRequest, text: "This is no form, or not all of it.")
        }
    }
}
