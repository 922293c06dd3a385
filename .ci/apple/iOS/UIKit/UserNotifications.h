// What the articles use of UserNotifications. UserNotifications.swift has the declarations whose types are Swift's.
@import ObjectiveC;

NS_ASSUME_NONNULL_BEGIN

@interface UNNotificationContent : NSObject
@end

@interface UNNotificationRequest : NSObject
@property (nonatomic, readonly) UNNotificationContent *content;
@end

@interface UNNotification : NSObject
@property (nonatomic, readonly) UNNotificationRequest *request;
@end

@interface UNNotificationResponse : NSObject
@property (nonatomic, readonly) UNNotification *notification;
@end

@class UNUserNotificationCenter;

@protocol UNUserNotificationCenterDelegate <NSObject>
@optional
- (void)userNotificationCenter:(UNUserNotificationCenter *)center
    didReceiveNotificationResponse:(UNNotificationResponse *)response
             withCompletionHandler:(void (^)(void))completionHandler
    __attribute__((swift_name("userNotificationCenter(_:didReceive:withCompletionHandler:)")));
@end

@interface UNUserNotificationCenter : NSObject
+ (UNUserNotificationCenter *)currentNotificationCenter __attribute__((swift_name("current()")));
@property (nonatomic, weak, nullable) id<UNUserNotificationCenterDelegate> delegate;
@end

NS_ASSUME_NONNULL_END
