package io.vtmonitor.shop;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.CommandLineRunner;
import org.springframework.stereotype.Component;

/** Fills the empty database at the start. */
@Component
class Stock implements CommandLineRunner {
    private static final int PRODUCTS = 200;
    private static final int PURCHASES = 100;

    private final Products products;
    private final Purchases purchases;

    Stock(Products products, Purchases purchases) {
        this.products = products;
        this.purchases = purchases;
    }

    @Override
    public void run(String... arguments) {
        List<Product> all = new ArrayList<>();
        for (int i = 0; i < PRODUCTS; i++) {
            all.add(new Product("product " + i, BigDecimal.valueOf(100 + i, 2), i % 7));
        }
        products.saveAll(all);
        List<Purchase> some = new ArrayList<>();
        for (int i = 0; i < PURCHASES; i++) {
            Purchase purchase = new Purchase("customer " + i % 10);
            purchase.add(all.get(i), 1);
            purchase.add(all.get(i + 1), 2);
            some.add(purchase);
        }
        purchases.saveAll(some);
    }
}
