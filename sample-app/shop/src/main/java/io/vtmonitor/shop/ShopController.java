package io.vtmonitor.shop;

import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

/** The pages of the shop. */
@Controller
class ShopController {
    private static final int ROWS = 20;

    private final Products products;
    private final Purchases purchases;

    ShopController(Products products, Purchases purchases) {
        this.products = products;
        this.purchases = purchases;
    }

    @GetMapping("/products")
    String products(@RequestParam(defaultValue = "0") int page, Model model) {
        model.addAttribute("products", products.findAll(PageRequest.of(page, ROWS, Sort.by("name"))));
        return "products";
    }

    @GetMapping("/purchases/{id}")
    String purchase(@PathVariable long id, Model model) {
        model.addAttribute(
                "purchase",
                purchases
                        .findWithItemsById(id)
                        .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "no purchase " + id)));
        return "purchase";
    }
}
