import Routing

// Where one can go. Every link and redirect is written from these types: no other file has a path of a place.

/// The tabs of a product's page.
package enum ProductTab: String, CaseIterable, Codable, Sendable {
    case about
    case delivery
}

/// The steps of buying.
package enum CheckoutStep: String, CaseIterable, Codable, Sendable {
    case address
    case pay
    case done
}

/// Leads to the first page of each kind of user.
package struct HomePlace: TypedRoute {
    package static let pattern = "/"
    package init() {}
}

/// What sells well.
package struct HotPlace: TypedRoute {
    package static let pattern = "/hot"
    package init() {}
}

/// The categories, or what one of them has.
package struct CategoriesPlace: TypedRoute {
    package static let pattern = "/categories(/:category)"
    package let category: String?

    package init(category: String? = nil) {
        self.category = category
    }
}

/// The brands, page by page.
package struct BrandsPlace: TypedRoute {
    package static let pattern = "/brands(/:page:Int)"
    package let page: Int?

    package init(page: Int? = nil) {
        self.page = page
    }
}

/// One product.
package struct ProductPlace: TypedRoute {
    package static let pattern = "/product/:id:Int"
    package let id: Int
    package let ref: String?
    package let tab: ProductTab?

    package init(id: Int, ref: String? = nil, tab: ProductTab? = nil) {
        self.id = id
        self.ref = ref
        self.tab = tab
    }
}

/// Products by words and tags.
package struct SearchPlace: TypedRoute {
    package static let pattern = "/search"
    package let q: String?
    package let page: Int?
    package let tags: [String]

    package init(q: String? = nil, page: Int? = nil, tags: [String] = []) {
        self.q = q
        self.page = page
        self.tags = tags
    }
}

/// What is in the cart.
package struct CartPlace: TypedRoute {
    package static let pattern = "/cart"
    package init() {}
}

/// One step of buying.
package struct CheckoutPlace: TypedRoute {
    package static let pattern = "/checkout(/:{step:address|pay|done})"
    package let step: CheckoutStep?

    package init(step: CheckoutStep? = nil) {
        self.step = step
    }
}

/// Sign in.
package struct SignInPlace: TypedRoute {
    package static let pattern = "/sign-in"
    package init() {}
}

/// Become a customer.
package struct RegisterPlace: TypedRoute {
    package static let pattern = "/register"
    package init() {}
}

/// All orders of a customer.
package struct OrdersPlace: TypedRoute {
    package static let pattern = "/orders"
    package init() {}
}

/// One order.
package struct OrderPlace: TypedRoute {
    package static let pattern = "/orders/:number:Int"
    package let number: Int

    package init(number: Int) {
        self.number = number
    }
}

/// What a customer says about themselves.
package struct ProfilePlace: TypedRoute {
    package static let pattern = "/profile"
    package init() {}
}

/// Stock and sale, for staff.
package struct StockPlace: TypedRoute {
    package static let pattern = "/stock"
    package init() {}
}

/// What happened how often, for staff.
package struct NumbersPlace: TypedRoute {
    package static let pattern = "/numbers"
    package init() {}
}
