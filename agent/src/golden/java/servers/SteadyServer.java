package servers;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Spring MVC on virtual threads: for each request a row of a database and, with -Dredis=true, a counter of Redis. */
@SpringBootApplication
@RestController
public class SteadyServer {
    private static final int ROWS = 200;

    private final JdbcTemplate database;
    private final StringRedisTemplate redis;

    public SteadyServer(JdbcTemplate database, StringRedisTemplate redis) {
        this.database = database;
        this.redis = redis;
        database.execute("CREATE TABLE IF NOT EXISTS served (id INT PRIMARY KEY, text VARCHAR(100))");
        for (int i = 0; i < ROWS; i++) {
            database.update("REPLACE INTO served VALUES (?, ?)", i, "order number " + i);
        }
    }

    public static void main(String[] arguments) {
        SpringApplication.run(SteadyServer.class, arguments);
    }

    @GetMapping("/orders/{id}")
    public Map<String, Object> order(@PathVariable("id") int id) {
        Long seen = Boolean.getBoolean("redis") ? redis.opsForValue().increment("order:" + id) : Long.valueOf(0);
        return Map.of(
                "seen", seen, "order", database.queryForMap("SELECT id, text FROM served WHERE id = ?", id % ROWS));
    }
}
