package io.vtmonitor.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentTest {
    /** An application that several experiments share is asked for its report after each of them. */
    @Test
    void nothingIsLeftOfALongerAnswerThatWasThere(@TempDir Path folder) throws Exception {
        var page = new AtomicReference<>("{\"pins\" : 10}\n");
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = page.get().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            var agent = new Agent(Path.of("vt-monitor.jar"), server.getAddress().getPort(), folder);
            agent.fetch("/report.json", agent.report());
            page.set("{\"pins\" : 9}\n");
            agent.fetch("/report.json", agent.report());
            assertThat(agent.report()).content().isEqualTo("{\"pins\" : 9}\n");
        } finally {
            server.stop(0);
        }
    }
}
