// An asynchronous function opens a URL without awaiting it.
// says: expression is 'async' but is not marked with 'await'
// instead: `await router.open(url)`.
import Routing

func show(_ router: Router) async {
    router.open("shop://cart")
}
