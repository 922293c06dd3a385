import Synchronization

/// The values that interceptors give to the screen that is being rendered, which declares none of them.
package final class ScreenContext: Sendable {
    /// The context of the current rendering.
    @TaskLocal package static var current: ScreenContext?

    private struct Given {
        var params: [String: String] = [:]
        var model: (any Sendable)?
        var remarks: [String] = []
    }

    private let given = Mutex(Given())

    package init() {}

    var params: [String: String] { given.withLock { $0.params } }
    var model: (any Sendable)? { given.withLock { $0.model } }
    var remarks: [String] { given.withLock { $0.remarks } }

    package func give(params: [String: String]) { given.withLock { $0.params = params } }

    package func give(model: any Sendable) { given.withLock { $0.model = model } }

    /// Adds a remark, which the page shows below its title.
    package func give(remark: String) { given.withLock { $0.remarks.append(remark) } }
}
