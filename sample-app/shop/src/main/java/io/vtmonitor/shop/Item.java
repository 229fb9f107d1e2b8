package io.vtmonitor.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

/** A product and how many pieces of it were bought. */
@Entity
class Item {
    @Id
    @GeneratedValue
    private long id;

    @ManyToOne(fetch = FetchType.LAZY)
    private Purchase purchase;

    @ManyToOne(fetch = FetchType.LAZY)
    private Product product;

    private int pieces;

    protected Item() {}

    Item(Purchase purchase, Product product, int pieces) {
        this.purchase = purchase;
        this.product = product;
        this.pieces = pieces;
    }

    public Purchase getPurchase() {
        return purchase;
    }

    public Product getProduct() {
        return product;
    }

    public int getPieces() {
        return pieces;
    }
}
