import Routing

// The pages of the shop. Every link and redirect is written from these types: no other file has a path of a page.

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
package struct HomeRoute: TypedRoute {
    package static let pattern = "/"
    package init() {}
}

/// The products that sell well.
package struct HotRoute: TypedRoute {
    package static let pattern = "/hot"
    package init() {}
}

/// The categories, or the products of one.
package struct CategoriesRoute: TypedRoute {
    package static let pattern = "/categories(/:category)"
    package let category: String?

    package init(category: String? = nil) {
        self.category = category
    }
}

/// The brands, page by page.
package struct BrandsRoute: TypedRoute {
    package static let pattern = "/brands(/:page:Int)"
    package let page: Int?

    package init(page: Int? = nil) {
        self.page = page
    }
}

/// One product.
package struct ProductRoute: TypedRoute {
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
package struct SearchRoute: TypedRoute {
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

/// The cart.
package struct CartRoute: TypedRoute {
    package static let pattern = "/cart"
    package init() {}
}

/// One step of buying.
package struct CheckoutRoute: TypedRoute {
    package static let pattern = "/checkout(/:{step:address|pay|done})"
    package let step: CheckoutStep?

    package init(step: CheckoutStep? = nil) {
        self.step = step
    }
}

/// Sign in.
package struct SignInRoute: TypedRoute {
    package static let pattern = "/sign-in"
    package init() {}
}

/// Become a customer.
package struct RegisterRoute: TypedRoute {
    package static let pattern = "/register"
    package init() {}
}

/// All orders of a customer.
package struct OrdersRoute: TypedRoute {
    package static let pattern = "/orders"
    package init() {}
}

/// One order.
package struct OrderRoute: TypedRoute {
    package static let pattern = "/orders/:number:Int"
    package let number: Int

    package init(number: Int) {
        self.number = number
    }
}

/// Name, address and habits of a customer.
package struct ProfileRoute: TypedRoute {
    package static let pattern = "/profile"
    package init() {}
}

/// Stock and sale, for staff.
package struct StockRoute: TypedRoute {
    package static let pattern = "/stock"
    package init() {}
}

/// The counts of all events, for staff.
package struct NumbersRoute: TypedRoute {
    package static let pattern = "/numbers"
    package init() {}
}

/// The steps of the visitor's last action.
package struct StepsRoute: TypedRoute {
    package static let pattern = "/what-happened"
    package init() {}
}
