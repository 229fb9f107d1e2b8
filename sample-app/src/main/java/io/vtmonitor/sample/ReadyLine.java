package io.vtmonitor.sample;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Opens the pool before the first request needs it and logs where the application listens and what it talks to. It runs
 * on the main thread: left to the first request, the pool would be filled by a virtual thread that holds a monitor.
 */
@Component
class ReadyLine {
    private static final Logger LOG = LoggerFactory.getLogger(ReadyLine.class);

    private final DataSource dataSource;
    private final Environment environment;

    ReadyLine(DataSource dataSource, Environment environment) {
        this.dataSource = dataSource;
        this.environment = environment;
    }

    @EventListener(ApplicationReadyEvent.class)
    void log() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            var about = connection.getMetaData();
            LOG.info(
                    "Ready on port {}: {} {} to {} {}",
                    environment.getProperty("local.server.port"),
                    about.getDriverName(),
                    about.getDriverVersion(),
                    about.getDatabaseProductName(),
                    about.getDatabaseProductVersion());
        }
    }
}
