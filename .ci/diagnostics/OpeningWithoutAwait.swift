// The synchronous `open` is meant in an asynchronous function.
// says: expression is 'async' but is not marked with 'await'
// instead: `await router.open(url)`; or call it in a synchronous function.
import Routing

func show(_ router: Router) async {
    router.open("shop://cart")
}
