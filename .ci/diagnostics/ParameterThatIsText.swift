// The value of a parameter is used as a number.
// says: cannot convert value of type 'String?' to expected argument type 'Int'
// instead: write `try match["id", as: Int.self]`.
import Routing

func show(_ id: Int) {}

func start(_ router: Router) throws { try router.register { $0.on("/songs/:id") { match in show(match["id"]) } } }
