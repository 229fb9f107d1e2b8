package servers;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Spring Boot with virtual threads, and H2 behind a small pool of HikariCP. */
@SpringBootApplication
@RestController
public class SpringServer {
    private final JdbcTemplate jdbc;

    public SpringServer(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(SpringServer.class);
        application.setDefaultProperties(Map.of(
                "spring.threads.virtual.enabled", "true",
                "server.address", "127.0.0.1",
                "server.port", System.getProperty("port"),
                "spring.datasource.url", "jdbc:h2:mem:orders;DB_CLOSE_DELAY=-1",
                "spring.datasource.hikari.maximum-pool-size", "2"));
        application.run(arguments);
    }

    @GetMapping("/orders/{id}")
    public String order(@PathVariable("id") String id) {
        return Order.text(id) + jdbc.queryForObject("select count(*) from information_schema.columns", Integer.class);
    }
}
