package com.acme;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves orders, and waits for them in a monitor, which pins on JDK 21. */
@SpringBootApplication
@RestController
public class OrdersApplication {
    private final Object stock = new Object();

    public static void main(String[] arguments) {
        SpringApplication.run(OrdersApplication.class, arguments);
    }

    @GetMapping("/orders")
    String orders() throws InterruptedException {
        synchronized (stock) {
            Thread.sleep(100);
            return "none";
        }
    }
}
