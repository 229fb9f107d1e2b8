package io.vtmonitor.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.validation.constraints.NotBlank;
import java.math.BigDecimal;

/** Something the shop sells. */
@Entity
class Product {
    @Id
    @GeneratedValue
    private long id;

    @NotBlank
    private String name;

    private BigDecimal price;
    private int stock;

    protected Product() {}

    Product(String name, BigDecimal price, int stock) {
        this.name = name;
        this.price = price;
        this.stock = stock;
    }

    public long getId() {
        return id;
    }

    public String getName() {
        return name;
    }

    public BigDecimal getPrice() {
        return price;
    }

    public int getStock() {
        return stock;
    }
}
