// swift-format-ignore-file

// What the articles use of UserNotifications, as Swift sees it, where its types are Swift's. Only compiled.
@_exported import UserNotifications

extension UNNotificationContent {
    public var userInfo: [AnyHashable: Any] { [:] }
}
