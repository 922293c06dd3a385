// What the sources, the articles and the samples use of UIKit. UIKit.swift has the declarations whose types are Swift's.
@import ObjectiveC;

#define NS_SWIFT_UI_ACTOR __attribute__((swift_attr("@UIActor")))
#define NS_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#define NS_DESIGNATED_INITIALIZER __attribute__((objc_designated_initializer))

NS_ASSUME_NONNULL_BEGIN

@interface NSCoder : NSObject
@end

@protocol NSCoding
- (nullable instancetype)initWithCoder:(NSCoder *)coder;
@end

NS_SWIFT_NAME(Bundle)
@interface NSBundle : NSObject
@end

@interface NibName : NSObject
@end

NS_SWIFT_UI_ACTOR
@interface UIResponder : NSObject
@end

NS_SWIFT_UI_ACTOR
@interface UIView : UIResponder
- (void)addSubview:(UIView *)view;
- (void)removeFromSuperview;
@end

NS_SWIFT_UI_ACTOR
@interface UIViewController : UIResponder <NSCoding>
// Apple's name is a string, to which the compiler could not convert it here.
- (instancetype)initWithNibName:(nullable NibName *)name bundle:(nullable NSBundle *)bundle NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@property (null_resettable, nonatomic, strong) UIView *view;
- (void)viewDidLoad;
- (void)viewWillAppear:(BOOL)animated;
- (void)viewIsAppearing:(BOOL)animated;
- (void)viewDidAppear:(BOOL)animated;
- (void)viewWillDisappear:(BOOL)animated;
- (void)viewDidDisappear:(BOOL)animated;
@property(nonatomic, readonly, nullable) UIViewController *presentedViewController NS_SWIFT_NAME(presentedViewController);
- (void)presentViewController:(UIViewController *)viewController
                     animated:(BOOL)animated
                   completion:(void (^_Nullable)(void))completion NS_SWIFT_NAME(present(_:animated:completion:));
- (void)dismissViewControllerAnimated:(BOOL)animated
                           completion:(void (^_Nullable)(void))completion NS_SWIFT_NAME(dismiss(animated:completion:));
@end

NS_SWIFT_UI_ACTOR
@interface UINavigationController : UIViewController
- (instancetype)initWithRootViewController:(UIViewController *)rootViewController;
- (nullable UIViewController *)popViewControllerAnimated:(BOOL)animated NS_SWIFT_NAME(popViewController(animated:));
- (void)pushViewController:(UIViewController *)viewController animated:(BOOL)animated
    NS_SWIFT_NAME(pushViewController(_:animated:));
@end

NS_ASSUME_NONNULL_END
