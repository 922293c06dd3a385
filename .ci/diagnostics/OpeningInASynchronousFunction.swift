// A function that cannot wait opens a URL.
// says: 'async' call in a function that does not support concurrency
// instead: `router.openNow(url)`, or `await router.open(url)` in a task.
import Routing

func show(_ router: Router) {
    router.open("shop://cart")
}
