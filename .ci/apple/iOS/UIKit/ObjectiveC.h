// What the sources use of the Objective-C runtime, with the types that Apple's headers give it.
#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")

typedef _Bool BOOL;
typedef long NSInteger;
typedef struct objc_selector *SEL;
typedef struct objc_class *Class;
typedef struct objc_object {
    Class isa;
} *id;
typedef struct objc_method *Method;

NS_ASSUME_NONNULL_BEGIN

@protocol NSObject
- (BOOL)isEqual:(nullable id)object;
@end

__attribute__((objc_root_class))
@interface NSObject <NSObject>
- (instancetype)init;
@end

Method _Nullable class_getInstanceMethod(Class _Nullable type, SEL name);
void method_exchangeImplementations(Method first, Method second);

NS_ASSUME_NONNULL_END
