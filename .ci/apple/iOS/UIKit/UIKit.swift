// swift-format-ignore-file

// What the articles use of UIKit, as Swift sees it, where its types are Swift's. Only compiled.
@_exported import UIKit
@_exported import Foundation

@MainActor @preconcurrency open class UILabel: UIView {
    open var text: String?
}

@MainActor @preconcurrency open class UIScene: UIResponder {
    @MainActor @preconcurrency open class ConnectionOptions: NSObject {
        open var urlContexts: Set<UIOpenURLContext> { [] }
        open var userActivities: Set<NSUserActivity> { [] }
    }
}

@MainActor @preconcurrency open class UISceneSession: NSObject {}

@MainActor @preconcurrency open class UIOpenURLContext: NSObject {
    open var url: URL { fatalError() }
}

@MainActor @preconcurrency public protocol UIUserActivityRestoring: NSObjectProtocol {}

@MainActor @preconcurrency open class UIApplication: UIResponder {
    public struct OpenURLOptionsKey: Hashable, Sendable {}
    public struct LaunchOptionsKey: Hashable, Sendable {}
    public struct OpenExternalURLOptionsKey: Hashable, Sendable {}
    open class var shared: UIApplication { fatalError() }
    @discardableResult
    open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool { false }
}
