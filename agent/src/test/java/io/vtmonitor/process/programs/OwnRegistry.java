package io.vtmonitor.process.programs;

import io.micrometer.core.instrument.Metrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;

/**
 * An application with Micrometer of its own. Its lines: {@code pin} (pins for 60 ms by a native frame), {@code page}
 * (prints what its registry shows of {@code vthread}, then {@code end of page}), {@code exit}. Needs
 * {@code -Djdk.reflect.useNativeAccessorOnly=true}.
 */
public final class OwnRegistry {
    private OwnRegistry() {}

    public static void main(String[] args) throws Exception {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        Metrics.addRegistry(registry);
        FirstUnmount.done();
        Method sleep = OwnRegistry.class.getDeclaredMethod("sleep");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null && !line.equals("exit"); line = input.readLine()) {
            if (line.equals("pin")) {
                Thread.ofVirtual().start(() -> call(sleep)).join();
            }
            registry.scrape()
                    .lines()
                    .filter(found -> found.startsWith("vthread"))
                    .forEach(System.out::println);
            System.out.println("end of page " + line);
        }
    }

    static void sleep() throws InterruptedException {
        Thread.sleep(60);
    }

    private static void call(Method sleep) {
        try {
            sleep.invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
