package com.acme;

import org.junit.jupiter.api.Test;

class OrdersTest {
    @Test
    void orders_are_loaded_on_a_virtual_thread() throws InterruptedException {
        Orders orders = new Orders();
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        orders.load();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                })
                .join();
    }
}
