package io.vtmonitor.shop;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.validation.constraints.NotBlank;
import java.util.ArrayList;
import java.util.List;

/** What a customer bought at once. */
@Entity
class Purchase {
    @Id
    @GeneratedValue
    private long id;

    @NotBlank
    private String customer;

    @OneToMany(mappedBy = "purchase", cascade = CascadeType.ALL)
    private final List<Item> items = new ArrayList<>();

    protected Purchase() {}

    Purchase(String customer) {
        this.customer = customer;
    }

    void add(Product product, int pieces) {
        items.add(new Item(this, product, pieces));
    }

    public long getId() {
        return id;
    }

    public String getCustomer() {
        return customer;
    }

    public List<Item> getItems() {
        return items;
    }
}
