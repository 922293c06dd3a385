// A URL is opened in the top-level code of a program.
// says: is unavailable from asynchronous contexts; await the asynchronous form, from inside an asynchronous function
// instead: call it in an asynchronous function.
import Routing

let router = Router()
await router.open("shop://cart")
