package io.vtmonitor.sample;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /products?name=…} stores a row and tells of it; who listens does so on a thread of its own. */
@RestController
class ProductController {
    private static final Logger LOG = LoggerFactory.getLogger(ProductController.class);
    private static final String TABLE = "create table if not exists vt_monitor_product (name varchar(200) not null)";

    private final JdbcTemplate jdbc;
    private final ApplicationEventPublisher events;

    ProductController(JdbcTemplate jdbc, ApplicationEventPublisher events) {
        this.jdbc = jdbc;
        this.events = events;
    }

    @PostMapping("/products")
    @ResponseStatus(HttpStatus.CREATED)
    ProductStored store(@RequestParam String name) {
        LOG.info("product {} request on {}", name, Thread.currentThread());
        // A database of the user's own gets the table with its first product, not with the application's start.
        jdbc.execute(TABLE);
        jdbc.update("insert into vt_monitor_product (name) values (?)", name);
        LOG.info("product {} insert on {}", name, Thread.currentThread());
        var stored = new ProductStored(name);
        events.publishEvent(stored);
        return stored;
    }
}
