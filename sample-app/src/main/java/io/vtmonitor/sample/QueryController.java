package io.vtmonitor.sample;

import com.zaxxer.hikari.HikariDataSource;
import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** {@code GET /query?seconds=1} waits that long in the database: the usual request that spends its time on a socket. */
@RestController
class QueryController {
    private final JdbcTemplate jdbc;
    private final Semaphore connections;
    private final HikariDataSource pool;
    private final Map<Integer, Semaphore> admissions = new ConcurrentHashMap<>();

    QueryController(
            JdbcTemplate jdbc,
            HikariDataSource pool,
            @Value("${spring.datasource.hikari.maximum-pool-size}") int connections) {
        this.jdbc = jdbc;
        this.pool = pool;
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

    /** The same, with so many callers at a time; the others are turned away with the status 503. */
    @GetMapping("/query/admitted")
    Answer admitted(@RequestParam(defaultValue = "1") double seconds, @RequestParam int callers) {
        var admission = admissions.computeIfAbsent(callers, Semaphore::new);
        if (!admission.tryAcquire()) {
            throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE);
        }
        try {
            return query(seconds);
        } finally {
            admission.release();
        }
    }

    /** Sets the size of the connection pool. */
    @PostMapping("/pool")
    void resize(@RequestParam int connections) {
        var settings = pool.getHikariConfigMXBean();
        settings.setMaximumPoolSize(connections);
        settings.setMinimumIdle(connections);
    }
}
