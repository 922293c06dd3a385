package import Dispatchers
package import Hooks
package import Routing

/// The centers and the router that the features share, which do not know one another.
package final class Shop {
    package let router: Router
    package let states = ObserverCenter()
    package let messages: MessageCenter
    package let calls = ProtocolDispatcherCenter()
    package let lifecycle: Lifecycle
    package let story: Story

    /// The page that is up.
    package private(set) var screen: (any Screen)?

    private var announced: [(line: String, depth: Int)] = []

    package init(story: Story) {
        self.story = story
        lifecycle = Lifecycle()
        messages = MessageCenter(onDeadLetter: { letter in print("✗ \(letter)") })
        router = Router(
            origins: ["shop://", "https://shop.example"],
            guards: [
                Guard("story") { match in
                    story.tell("route \(match.pattern)")
                    story.depth += 1
                    return .proceed
                }
            ])
        // Called first for every message. Messages are delivered in the order in which they were posted.
        messages.observe((any Sendable).self, by: self, priority: .max) { shop, message in
            let (line, depth) = shop.announced.removeFirst()
            shop.story.depth = depth
            shop.story.tell(line)
            shop.story.depth += 1
        }
    }

    /// Posts a message, and prints a line when it is delivered.
    package func post(_ message: some Sendable, _ line: String) {
        let depth = story.depth
        announced.append((line, depth))
        messages.post(message)
        story.depth = depth
    }

    /// Opens a link, and says in one line when that does not lead to a page.
    package func open(_ link: String) async {
        let cause = story.depth
        answer(await router.open(link), to: link, under: cause)
    }

    /// Goes on to where the customer was going.
    package func resume(_ parked: ParkedNavigation) async {
        let cause = story.depth
        answer(await router.resume(parked), to: parked.url, under: cause)
    }

    private func answer(_ outcome: RouteOutcome, to link: String, under cause: Int) {
        story.depth = cause
        let link = link.count > 80 ? link.prefix(80) + "…" : link
        switch outcome.result {
        case .handled: break
        case .parked: story.complain("sign-in is needed for \(link); it opens once you have signed in")
        case .declined: story.complain("there is nothing at \(link)")
        case .redirected(let target): story.complain("\(link) leads to \(target)")
        case .notFound: story.complain("no route takes \(link)")
        case .refused(let reason): story.complain("\(link) is refused: \(reason)")
        case .blocked(let block): story.complain("\(link) has to wait for \(block)")
        case .superseded(let newer): story.complain("\(newer) was opened instead of \(link)")
        case .invalid(let error): story.complain("\(link) is not a link: \(error)")
        case .failed(let error): story.complain("\(link) cannot be opened: \(error)")
        case .held: story.complain("\(link) waits for the shop to begin")
        case .needsAwait: story.complain("\(link) needs to wait")
        }
    }

    /// Brings a page up.
    ///
    /// The only code that sends moments to the lifecycle.
    package func show(_ screen: some Screen) {
        lifecycle.send(.didLoad, to: screen) { self.screen = screen }
        lifecycle.send(.willAppear, to: screen, true) { _ in story.show(screen.title, screen.body) }
    }
}
