#if Macros
    import DispatchersMacros
    import Testing

    /// What is woven runs, and does what was written when nothing is hooked.
    @Suite struct HookableTests {
        @Test func whatNobodyHooksDoesWhatWasWritten() async throws {
            let cart = Cart(title: "plain")
            #expect(cart.add("lamp") == 1)
            #expect(cart.load(id: 2) == "id 2")
            #expect(await cart.load(name: "n") == "name n")
            #expect(throws: Refused()) { try cart.pay(0) }
            #expect(try await cart.send(3) == 3)
            var sum = 1
            var seen = 0
            cart.visit({ seen = $0 }, adding: &sum)
            #expect(sum == 2 && seen == 2)
            #expect(cart.sum(1, 2, 3) == 6)
            #expect(cart.tell() == 5)
            #expect(cart.ignore(1, but: 2) == 2)
        }

        @Test func adviceIsTypedInArgumentsAndResult() {
            let cart = Cart(title: "typed")
            let hook = Cart.hooks.add.around(on: .object(cart)) { cart, call, proceed in
                let item: String = call.item
                return proceed((item, call.count * 2)) + cart.title.count
            }
            #expect(cart.add("lamp", count: 3) == 11)
            hook.cancel()
            #expect(cart.add("lamp", count: 1) == 7)
        }

        @Test func overloadsAreToldApartByTheirLabels() async {
            let cart = Cart(title: "overloaded")
            let hooks = [
                Cart.hooks.load_id.around(on: .object(cart)) { _, id, proceed in proceed(id + 1) },
                Cart.hooks.load_name.around(on: .object(cart)) { _, name, proceed in await proceed(name + "!") },
            ]
            #expect(cart.load(id: 2) == "id 3")
            #expect(await cart.load(name: "n") == "name n!")
            withExtendedLifetime(hooks) {}
        }

        @Test func typedErrorsAndAsynchronousErrorsPass() async throws {
            let cart = Cart(title: "throwing")
            let hooks = [
                Cart.hooks.pay.before(on: .object(cart)) { _, amount in if amount == 9 { throw Refused() } },
                Cart.hooks.send.around(on: .object(cart)) { _, amount, proceed in
                    do { return try await proceed(amount) } catch { return -1 }
                },
            ]
            #expect(throws: Refused()) { try cart.pay(9) }
            #expect(try cart.pay(8) == 8)
            #expect(try await cart.send(0) == -1)
            withExtendedLifetime(hooks) {}
        }

        @Test func whatAdviceIsNotGivenTheBodyHasAllTheSame() {
            let cart = Cart(title: "left out")
            let calls = Protected(0)
            let hooks = [
                Cart.hooks.visit.before(on: .object(cart)) { _, _ in calls.withLock { $0 += 1 } },
                Cart.hooks.show.around(on: .object(cart)) { _, times, proceed in proceed(times + 1) },
                Cart.hooks.sum.around(on: .object(cart)) { _, numbers, proceed in proceed(numbers + [100]) },
                Cart.hooks.keep.around(on: .object(cart)) { _, done, proceed in proceed { done($0 + 1) } },
            ]
            var sum = 1
            var seen = 0
            cart.visit({ seen = $0 }, adding: &sum)
            #expect(sum == 2 && seen == 2 && calls.withLock { $0 } == 1)
            #expect(cart.show("v", times: 1) == "v 2 show(_:times:)")
            #expect(cart.sum(1, 2) == 103)
            cart.keep { seen = $0 }
            #expect(seen == 4)
            withExtendedLifetime(hooks) {}
        }

        @Test func anOverrideAndItsSuperclassFireBoth() {
            let cart = GiftCart(title: "gift")
            let log = Protected([String]())
            let hooks = [
                GiftCart.hooks.names.before(on: .object(cart)) { _, _ in log.withLock { $0.append("GiftCart") } },
                Cart.hooks.names.before(on: .object(cart)) { _, _ in log.withLock { $0.append("Cart") } },
            ]
            #expect(cart.names() == ["Cart", "GiftCart"])
            #expect(log.withLock { $0 } == ["GiftCart", "Cart"])
            withExtendedLifetime(hooks) {}
        }

        @Test func initializersFireBehindAndDeinitializersBefore() throws {
            let log = Protected([String]())
            @Sendable func note(_ text: String) { log.withLock { $0.append(text) } }
            let hooks = [
                Cart.hooks.didInit_title.after(on: .when { $0.title == "fresh" }) { cart, title, _ in
                    note("title \(title) \(cart.total)")
                },
                Cart.hooks.didInit_count.after { cart, count, _ in note("count \(count) \(cart.total)") },
                Cart.hooks.didInit_failing.after { _, failing, _ in note("failing \(failing)") },
            ]
            _ = Cart(title: "fresh")
            _ = Cart(count: 0)
            _ = Cart(count: 7)
            _ = Cart(count: 1)
            #expect(throws: Refused()) { try Cart(failing: true) }
            _ = try Cart(failing: false)
            #expect(log.withLock { $0 } == ["title fresh 0", "count 7 7", "count 1 2", "failing false"])
            withExtendedLifetime(hooks) {}
        }

        @Test func aDeinitializerTellsTheTypeAndTheIdentity() {
            let gone = Protected([ObjectIdentifier]())
            let hook = Cart.hooks.willDeinit.before(on: .when { $0 == GiftCart.self }) { _, identity in
                gone.withLock { $0.append(identity) }
            }
            let identity = ObjectIdentifier(GiftCart(title: "short-lived"))
            #expect(gone.withLock { $0 } == [identity])
            hook.cancel()
        }

        @Test func staticFunctionsAndFreeOnesHaveJoinPoints() {
            let hooks = [
                Cart.hooks.make.around { type, title, proceed in proceed(title == "made" ? "\(type)" : title) },
                greetHook.around { _, name, proceed in proceed(name) + "!" },
            ]
            #expect(Cart.make("made").title == "Cart")
            #expect(greet("Ada") == "Hello, Ada!")
            withExtendedLifetime(hooks) {}
        }

        @Test func conditionsAndExtensionsAndNamesOfOnesOwn() {
            let cart = Cart(title: "extended")
            let hooks = [
                Cart.hooks.conditional.around(on: .object(cart)) { _, _, proceed in proceed(()) + 1 },
                Cart.wrapHook.around(on: .object(cart)) { _, paper, proceed in proceed(paper) + "!" },
                Cart.tying.around(on: .object(cart)) { _, ribbon, proceed in proceed(ribbon) + "?" },
                Cart.shipping.ship.around(on: .object(cart)) { _, place, proceed in proceed(place) + "." },
            ]
            #expect(cart.conditional() == 2)
            #expect(cart.wrap("red") == "red!")
            #expect(cart.wrap(ribbon: "blue") == "blue?")
            #expect(cart.ship(to: "Rome") == "Rome.")
            withExtendedLifetime(hooks) {}
        }

        @Test func patternsFindThemByTheNameThatSwiftGives() {
            let cart = Cart(title: "pattern")
            let names = Protected([String]())
            let hook = (Pointcut<Cart>.named("*ad(*") && .object(cart)).before { _, call in
                names.withLock { $0.append(call.name) }
            }
            _ = cart.load(id: 1)
            _ = cart.add("lamp")
            #expect(names.withLock { $0 } == ["load(id:)"])
            hook.cancel()
        }

        @Test func theLineThatABodyAsksForIsThatOfItsFunction() {
            #expect(Cart(title: "line").line() == 50)
            let place = "Cart.line() (DispatchersMacrosTests/HookedTypes.swift:50"
            #expect(Pointcut<Cart>.named("line*").explain().contains { $0.description.hasPrefix(place) })
        }
    }
#endif
