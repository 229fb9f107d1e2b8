package io.vtmonitor.sample;

import java.math.BigDecimal;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /query?seconds=1} waits that long in the database: the usual request that spends its time on a socket. */
@RestController
class QueryController {
    private final JdbcTemplate jdbc;

    QueryController(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @GetMapping("/query")
    Answer query(@RequestParam(defaultValue = "1") double seconds) {
        jdbc.queryForObject("select sleep(" + BigDecimal.valueOf(seconds).toPlainString() + ")", Integer.class);
        return new Answer(seconds, Thread.currentThread().isVirtual());
    }

    /**
     * What the client gets.
     *
     * @param seconds how long the query slept
     * @param virtualThread whether a virtual thread served the request
     */
    record Answer(double seconds, boolean virtualThread) {}
}
