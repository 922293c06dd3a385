import DispatchersMacros

/// The tour in two minutes: methods hooked from outside, and a protocol called as one object.
@main
struct MacroTour {
    static func main() throws {
        try hookACart()
        dispatchToObservers()
    }

    /// Nothing in `Cart` says what happens here.
    private static func hookACart() throws {
        let logging = Pointcut<Cart>.named("*").before { _, call in print("log: \(call)") }
        let adding = Cart.hooks.add.around { _, call, proceed in proceed((call.item, max(1, call.count))) }
        let paying = Cart.hooks.pay.after { _, amount, outcome in print("analytics: \(amount), \(outcome)") }
        let cart = Cart()
        cart.add("lamp", count: -3)
        print(cart.lines, try cart.pay(20))
        for hook in [logging, adding, paying] { hook.cancel() }
        cart.add("shade", count: 2)
        print(cart.lines)
    }

    /// The dispatcher is a `ShopObserver`; who has it need not know that it is many.
    private static func dispatchToObservers() {
        let center = ProtocolDispatcherCenter()
        let observers = center.dispatcher(ShopObserverDispatcher.self)
        let clerk = Clerk()
        let recorder = ShopObserverRecorder()
        recorder.answer("mayClose()", with: true)
        observers.register(clerk)
        observers.register(recorder)
        open(telling: observers)
        print("may close: \(observers.mayClose())")
        print("noted: \(recorder.calls)")
    }

    private static func open(telling observer: any ShopObserver) {
        observer.didOpen("Lamps & Co")
    }
}
