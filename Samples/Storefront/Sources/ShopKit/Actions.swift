import Routing

// The actions of forms. Each is typed, so that a renamed action breaks the build and not a form.

/// Puts a product into the cart.
package struct AddToCart: TypedRoute {
    package static let pattern = "/act/cart/:id:Int"
    package let id: Int

    package init(id: Int) {
        self.id = id
    }
}

/// The buttons of a row of the cart.
package enum RowButton: String, CaseIterable, Codable, Sendable {
    case remove
    case putBack
}

/// Presses a button of a row of the cart.
package struct PressRow: TypedRoute {
    package static let pattern = "/act/cart/:id:Int/:{button:remove|putBack}"
    package let id: Int
    package let button: RowButton

    package init(_ button: RowButton, id: Int) {
        self.id = id
        self.button = button
    }
}

/// Takes the text of one bound field.
package struct BindField: TypedRoute {
    package static let pattern = "/act/bind"
    package init() {}
}

/// Takes all fields of a form.
package struct SaveForm: TypedRoute {
    package static let pattern = "/act/save/:form"
    package let form: String

    package init(form: String) {
        self.form = form
    }
}

/// Adds a row to an array of a form.
package struct AddRow: TypedRoute {
    package static let pattern = "/act/save/:form/row"
    package let form: String

    package init(form: String) {
        self.form = form
    }
}

/// Signs in.
package struct SignIn: TypedRoute {
    package static let pattern = "/act/sign-in"
    package init() {}
}

/// Signs out.
package struct SignOut: TypedRoute {
    package static let pattern = "/act/sign-out"
    package init() {}
}

/// Registers a customer.
package struct Register: TypedRoute {
    package static let pattern = "/act/register"
    package init() {}
}

/// Pays for the cart.
package struct Pay: TypedRoute {
    package static let pattern = "/act/pay"
    package init() {}
}

/// Sets the stock of the products for which a count is typed.
package struct SetStock: TypedRoute {
    package static let pattern = "/act/stock"
    package init() {}
}

/// Begins a sale of a product.
package struct BeginSale: TypedRoute {
    package static let pattern = "/act/sale/:id:Int"
    package let id: Int

    package init(id: Int) {
        self.id = id
    }
}

/// Ends the sale.
package struct EndSale: TypedRoute {
    package static let pattern = "/act/sale/end"
    package init() {}
}

/// Opens the shop to all, or to members only.
package struct SetDoor: TypedRoute {
    package static let pattern = "/act/door"
    package init() {}
}
