package io.vtmonitor.sample;

import java.math.BigDecimal;
import java.util.concurrent.Semaphore;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /query?seconds=1} waits that long in the database: the usual request that spends its time on a socket. */
@RestController
class QueryController {
    private final JdbcTemplate jdbc;
    private final Semaphore connections;

    QueryController(JdbcTemplate jdbc, @Value("${spring.datasource.hikari.maximum-pool-size}") int connections) {
        this.jdbc = jdbc;
        this.connections = new Semaphore(connections);
    }

    @GetMapping("/query")
    Answer query(@RequestParam(defaultValue = "1") double seconds) {
        jdbc.queryForObject("select sleep(" + BigDecimal.valueOf(seconds).toPlainString() + ")", Integer.class);
        return Answer.after(seconds);
    }

    /**
     * The same, with as many at a time as there are connections: the rest wait here, where no pool gives up on them.
     */
    @GetMapping("/query/limited")
    Answer limited(@RequestParam(defaultValue = "1") double seconds) throws InterruptedException {
        connections.acquire();
        try {
            return query(seconds);
        } finally {
            connections.release();
        }
    }
}
