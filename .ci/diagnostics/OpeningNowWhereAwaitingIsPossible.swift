// An asynchronous function opens a URL with the form for callers that cannot wait.
// says: is unavailable from asynchronous contexts; call `await router.open(…)`, which can wait for guards and handlers
// instead: `await router.open(url)`.
import Routing

func show(_ router: Router) async {
    router.openNow("shop://cart")
}
