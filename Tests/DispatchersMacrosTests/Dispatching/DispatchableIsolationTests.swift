#if Macros
    import DispatchersMacros
    import Testing

    @Suite struct DispatchableIsolationTests {
        private actor Page: Feed {
            private(set) var loaded: [Int] = []
            func load(_ page: Int) { loaded.append(page) }
            func pages(_ page: Int) -> [Int] { [page] }
            func sum(_ page: Int) throws -> Int {
                guard page > 0 else { throw Refused() }
                return page
            }
            func count() -> Int { 9 }
            var state: Int? { 4 }
        }

        @Test func asynchronousCallsReachActors() async throws {
            let center = ProtocolDispatcherCenter()
            let feed = center.dispatcher(FeedDispatcher.self)
            #expect(await feed.count() == -1)
            let pages = [Page(), Page()]
            for page in pages { feed.register(page) }
            await feed.load(7)
            for page in pages { #expect(await page.loaded == [7]) }
            #expect(try await feed.pages(3) == [3, 3])
            #expect(try await feed.sum(5) == 10)
            #expect(await feed.count() == 9)
            #expect(try await feed.state == 4)
        }

        /// Reports that it was called, on the main actor.
        private final class Told: LoginObserver, Sendable {
            let calls = AsyncStream<String>.makeStream()
            func didLogin(_ user: String) {
                MainActor.assertIsolated()
                calls.continuation.yield(user)
            }
            func didLogout(user name: String, after seconds: Int) {}
        }

        @MainActor @Test func whoIsRegisteredOnAnActorIsToldThere() async {
            let center = ProtocolDispatcherCenter()
            let told = Told()
            let registration = center.register((any LoginObserver).self) { told }
            let dispatcher = center.dispatcher(LoginObserverDispatcher.self)
            await Task.detached { dispatcher.didLogin("ada") }.value
            var calls = told.calls.stream.makeAsyncIterator()
            #expect(await calls.next() == "ada")
            registration.cancel()
        }

        @MainActor @Test func whoIsRegisteredOnAnActorAndHasToAnswerAtOnceIsReported() {
            let reported = Protected(0)
            let center = ProtocolDispatcherCenter { _ in reported.withLock { $0 += 1 } }
            let recorder = AnsweringRecorder()
            let registration = center.register((any Answering).self) { recorder }
            #expect(center.dispatcher(AnsweringDispatcher.self).sum() == 100)
            #expect(reported.withLock { $0 } == 1)
            registration.cancel()
        }

        @Test func cancellingATaskEndsACallThatMayNotThrowWithWhatNobodyAnswers() async {
            let feed = ProtocolDispatcherCenter().dispatcher(FeedDispatcher.self)
            let page = Page()
            feed.register(page)
            let count = await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await feed.count()
            }.value
            #expect(count == -1)
        }

        @Test func asynchronousCallsReachWhatIsNotSendable() async {
            final class Waiter: Local, @unchecked Sendable {
                // Used by one test on one task.
                var count = 0
                nonisolated(nonsending) func wait() async { count += 1 }
            }
            let waiter = Waiter()
            let dispatcher = ProtocolDispatcherCenter().dispatcher(LocalDispatcher.self)
            dispatcher.register(waiter)
            await dispatcher.wait()
            #expect(waiter.count == 1)
        }

        @MainActor private final class View: Screen {
            var names = ["view"]
            func appear(_ box: Box) { box.value += 1 }
            func subtitle() -> String? { names.first }
            func load() async { names.append("loaded") }
        }

        @MainActor @Test func aProtocolOfTheMainActorIsCalledThereAtOnce() async {
            let screens = ProtocolDispatcherCenter().dispatcher(ScreenDispatcher.self)
            let view = View()
            screens.register(view)
            let box = Box()
            screens.appear(box)
            #expect(box.value == 1)
            #expect(screens.subtitle() == "view")
            await screens.load()
            #expect(screens.names == ["view", "loaded"])
            screens.names = ["other"]
            #expect(view.names == ["other"])
        }

        @Test func theMainActorIsAwaitedFromElsewhere() async {
            let screens = ProtocolDispatcherCenter().dispatcher(ScreenDispatcher.self)
            let view = View()
            await screens.register(view)
            #expect(await screens.subtitle() == "view")
        }
    }
#endif
