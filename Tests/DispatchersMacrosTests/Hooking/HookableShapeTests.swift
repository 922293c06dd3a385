#if Macros
    import DispatchersMacros
    import Testing

    /// Values, actors and the main actor.
    @Suite struct HookableShapeTests {
        @Test func mutatingFunctionsHandTheValueOn() throws {
            let hooks = [
                Position.hooks.move.around(on: .when { $0.x == 1 }) { position, distance, proceed in
                    position.x += 100
                    return proceed(&position, distance * 2)
                },
                Position.hooks.jump.around(on: .when { $0.x == 105 }) { position, steps, proceed in
                    try proceed(&position, steps + [1000])
                },
                Position.hooks.scaled.around(on: .when { $0.x == 1108 }) { _, factor, proceed in -proceed(factor) },
            ]
            var position = Position(at: 1)
            var logged = 0
            #expect(position.move(by: 2) { logged = $0 } == 105)
            #expect(logged == 105)
            try position.jump(1, 2)
            #expect(position == Position(at: 1108))
            #expect(position.scaled(by: 2) == -2216)
            withExtendedLifetime(hooks) {}
        }

        @Test func eachTypeOfAGenericOneIsHookedByItself() async throws {
            let hooks = [
                Pile<Int>.hooks.push.around { pile, number, proceed in proceed(&pile, number * 2) },
                Pile<Int>.hooks.top.around { pile, _, proceed in (try? proceed(())) ?? -1 },
                Pile<String>.hooks.filled.around { _, call, proceed in proceed((call.element, call.times + 1)) },
                Crate<Int>.hooks.open.around { crate, key, proceed in await proceed(key) + key },
                Crate<Int>.hooks.didInit.after { crate, content, _ in crate.content = content * 10 },
            ]
            var (numbers, words) = (Pile<Int>(), Pile<String>())
            #expect(try numbers.top() == -1)
            numbers.push(2)
            words.push("word")
            #expect(numbers.elements == [4] && words.elements == ["word"])
            #expect(throws: Refused()) { try Pile<String>().top() }
            #expect(Pile.filled("a", times: 1).elements == ["a", "a"] && Pile.filled(1, times: 1).elements == [1])
            #expect(await Crate(1).open(2) == 12)
            #expect(await Crate("lamp").open(2) == "lamp")
            for hook in hooks { hook.cancel() }
            #expect(await Crate(1).open(2) == 1)
        }

        @Test func enumsMayReplaceThemselves() {
            var light = Light.red
            light.toggle()
            #expect(light.name() == "green")
        }

        @Test func adviceOnAnActorTouchesItsState() async {
            let account = Account(balance: 1)
            let hook = Account.hooks.deposit.before(on: .object(account)) { account, amount in
                account.balance += 1000 * amount
            }
            #expect(await account.deposit(2) == 2003)
            #expect(await account.audit() == 2003)
            #expect(account.bank() == "bank")
            hook.cancel()
        }

        @MainActor @Test func adviceOnTheMainActorTouchesItsState() async throws {
            let hooks = [
                Page.hooks.appear.after { page, _, _ in page.log.append("after") },
                Page.hooks.didInit.after { page, first, _ in page.log.append("init " + first) },
            ]
            let loading = Page.hooks.load.before { @MainActor page, _ in page.log.append("before") }
            let page = Page("first")
            page.appear(animated: true)
            try await page.load()
            #expect(page.log == ["first", "init first", "appear", "after", "before", "load"])
            #expect(page.kind() == "page")
            withExtendedLifetime((hooks, loading)) {}
        }
    }
#endif
