package io.vtmonitor.bench;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.java21.instrument.binder.jdk.VirtualThreadMetrics;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import jdk.jfr.consumer.RecordingStream;

/**
 * Agents to compare with, told by their argument what to be: {@code empty} does nothing; {@code recording MILLIS} streams the
 * events that vt-monitor does, begins beside main like it, and adds up nothing but their time; {@code micrometer} is
 * Micrometer's own.
 */
public final class BareAgent {
    private static final LongAdder NANOS = new LongAdder();

    private BareAgent() {}

    public static void premain(String argument) {
        if (argument.startsWith("recording")) {
            long millis = Long.parseLong(argument.substring("recording ".length()));
            Thread thread = new Thread(() -> Recording.run(millis), "bare-recording");
            thread.setDaemon(true);
            thread.start();
        } else if (argument.equals("micrometer")) {
            Micrometer.start();
        }
    }

    /** In a class of its own, so that an empty agent loads nothing of it. */
    private static final class Recording {
        static void run(long millis) {
            try (RecordingStream stream = new RecordingStream()) {
                stream.enable("jdk.VirtualThreadPinned")
                        .withThreshold(Duration.ofMillis(millis))
                        .withStackTrace();
                for (String event : new String[] {"jdk.JavaMonitorEnter", "jdk.JavaMonitorWait"}) {
                    stream.enable(event).withThreshold(Duration.ofMillis(20)).withStackTrace();
                }
                stream.setReuse(true);
                stream.setOrdered(false);
                stream.onEvent(event -> NANOS.add(event.getDuration().toNanos()));
                stream.start();
            }
        }
    }

    /** Likewise. */
    private static final class Micrometer {
        private static VirtualThreadMetrics metrics;

        static void start() {
            metrics = new VirtualThreadMetrics();
            metrics.bindTo(new SimpleMeterRegistry());
        }
    }
}
