#if Macros
    import DispatchersMacros
    import Testing

    @Suite struct DispatchableTests {
        private let center = ProtocolDispatcherCenter()

        /// Registers recorders, and answers their registrations.
        private func register<Receiver: AnyObject & Sendable, P>(
            _ receivers: [Receiver], as type: P.Type, _ upcast: @escaping @Sendable (Receiver) -> P
        ) -> [Registration] {
            receivers.map { receiver in center.register(type) { upcast(receiver) } }
        }

        @Test func aDispatcherStaysTheSameWhileAnybodyHasIt() {
            let first = center.dispatcher(LoginObserverDispatcher.self)
            let recorder = LoginObserverRecorder()
            let registration = center.register((any LoginObserver).self) { recorder }
            registration.cancel()
            #expect(first === center.dispatcher(LoginObserverDispatcher.self))
            #expect(first !== ProtocolDispatcherCenter().dispatcher(LoginObserverDispatcher.self))
        }

        @Test func aDispatcherKeepsItsCenterAndNothingKeepsTheDispatcher() {
            weak var center: ProtocolDispatcherCenter?
            do {
                let made = ProtocolDispatcherCenter()
                center = made
                _ = made.dispatcher(LoginObserverDispatcher.self)
            }
            #expect(center == nil)
        }

        @Test func itConformsToTheProtocolAndCallsAllInOrder() {
            let recorders = [LoginObserverRecorder(), LoginObserverRecorder()]
            let registrations = register(recorders, as: (any LoginObserver).self) { $0 }
            let observer: any LoginObserver = center.dispatcher(LoginObserverDispatcher.self)
            observer.didLogin("ada")
            observer.didLogout(user: "ada", after: 3)
            for recorder in recorders {
                #expect(recorder.calls.map(\.description) == ["didLogin(ada)", "didLogout(ada, 3)"])
            }
            withExtendedLifetime(registrations) {}
        }

        @Test func anObjectIsRegisteredForAsLongAsItLives() {
            let dispatcher = center.dispatcher(LoginObserverDispatcher.self)
            weak var gone: LoginObserverRecorder?
            do {
                let recorder = LoginObserverRecorder()
                gone = recorder
                dispatcher.register(recorder)
                dispatcher.didLogin("ada")
                #expect(recorder.calls.count == 1)
            }
            #expect(gone == nil)
            dispatcher.didLogin("bob")
            #expect(center.observations.isEmpty)
        }

        @Test func whatAReceiverDoesNotWriteItsProtocolDoes() {
            final class Silent: LoginObserver, Sendable {
                let users = Protected([String]())
                func didLogin(_ user: String) { users.withLock { $0.append(user) } }
                func didLogout(user name: String, after seconds: Int) {}
            }
            let silent = Silent()
            let dispatcher = center.dispatcher(LoginObserverDispatcher.self)
            dispatcher.register(silent)
            dispatcher.didNothing()
            #expect(silent.users.withLock { $0 } == ["nobody"])
        }

        @Test func eachRouteMakesItsResult() throws {
            let dispatcher = center.dispatcher(AnsweringDispatcher.self)
            #expect(dispatcher.first() == nil)
            #expect(dispatcher.firstOr() == -1)
            #expect(dispatcher.firstNonNil() == nil)
            #expect(dispatcher.all().isEmpty)
            #expect(dispatcher.sum() == 100)

            let recorders = (1...3).map { number in
                let recorder = AnsweringRecorder()
                for name in ["first()", "firstOr()", "sum()"] {
                    recorder.answer(name, with: number)
                }
                if number > 1 { recorder.answer("firstNonNil()", with: number) }
                recorder.answer("all()", with: [number, number])
                return recorder
            }
            let only = register([recorders[0]], as: (any Answering).self) { $0 }
            let others = register(Array(recorders.dropFirst()), as: (any Answering).self) { $0 }
            #expect(dispatcher.first() == 1)
            #expect(dispatcher.firstOr() == 1)
            #expect(dispatcher.firstNonNil() == 2)
            #expect(dispatcher.all() == [1, 1, 2, 2, 3, 3])
            #expect(dispatcher.sum() == 106)
            withExtendedLifetime((only, others)) {}
        }

        @Test func aCallWithoutResultGoesOnAndThrowsAtTheEnd() {
            let recorders = [WorkerRecorder(), WorkerRecorder()]
            recorders[0].answer("save(_:)", with: try { throw Refused() }())
            let registrations = register(recorders, as: (any Worker).self) { $0 }
            let dispatcher = center.dispatcher(WorkerDispatcher.self)
            #expect(throws: CallFailures.self) { try dispatcher.save(1) }
            #expect(recorders[1].calls.map(\.description) == ["save(1)"])
            withExtendedLifetime(registrations) {}
        }

        @Test func aPolicyIsPassedOn() throws {
            let failures = Protected(0)
            let center = ProtocolDispatcherCenter { _ in failures.withLock { $0 += 1 } }
            let recorder = WorkerRecorder()
            recorder.answer("saveReporting(_:)", with: try { throw Refused() }())
            let dispatcher = center.dispatcher(WorkerDispatcher.self)
            dispatcher.register(recorder)
            try dispatcher.saveReporting(1)
            #expect(failures.withLock { $0 } == 1)
        }

        @Test func aCallWithAResultStopsAtTheFirstError() {
            let recorders = [WorkerRecorder(), WorkerRecorder()]
            recorders[0].answer("price(_:)", with: try { throw Refused() }())
            let registrations = register(recorders, as: (any Worker).self) { $0 }
            #expect(throws: Refused()) { try center.dispatcher(WorkerDispatcher.self).price(1) }
            #expect(recorders[1].calls.isEmpty)
            withExtendedLifetime(registrations) {}
        }

        @Test func aTypedErrorStaysTyped() {
            let recorder = WorkerRecorder()
            recorder.answer("check(_:)", with: try { throw Refused() }())
            recorder.answer("checked(_:)", with: 5)
            let dispatcher = center.dispatcher(WorkerDispatcher.self)
            dispatcher.register(recorder)
            do {
                #expect(try dispatcher.checked(1) == 5)
                try dispatcher.check(1)
                Issue.record("it has to throw")
            } catch {
                let refused: Refused = error
                #expect(refused == Refused())
            }
        }
    }
#endif
