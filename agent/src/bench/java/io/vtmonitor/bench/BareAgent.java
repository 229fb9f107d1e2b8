package io.vtmonitor.bench;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.java21.instrument.binder.jdk.VirtualThreadMetrics;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import jdk.jfr.EventSettings;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingStream;

/**
 * Agents to compare with, told by their argument what to be: {@code empty} does nothing; {@code recording MILLIS}
 * streams the events that vt-monitor does, begins alongside main like it, and adds up nothing but their time;
 * {@code unread MILLIS} records them and reads nothing; {@code one} records pins alone and reads nothing, the least
 * that Flight Recorder can be asked for; {@code micrometer} is Micrometer's own.
 */
public final class BareAgent {
    private static final LongAdder NANOS = new LongAdder();

    private BareAgent() {}

    public static void premain(String argument) {
        if (argument.startsWith("recording") || argument.startsWith("unread")) {
            Duration threshold = Duration.ofMillis(Long.parseLong(argument.replaceFirst(".* ", "")));
            boolean read = argument.startsWith("recording");
            Thread thread = new Thread(() -> Records.run(threshold, read), "bare-recording");
            thread.setDaemon(true);
            thread.start();
        } else if (argument.equals("one")) {
            OneEvent.start();
        } else if (argument.equals("micrometer")) {
            Micrometer.start();
        }
    }

    /** In a class of its own, so that an empty agent loads nothing of it. */
    private static final class Records {
        private static final String[] BESIDE = {
            "jdk.JavaMonitorEnter", "jdk.JavaMonitorWait", "jdk.FileRead", "jdk.FileWrite", "jdk.FileForce"
        };

        private static Recording unread;

        static void run(Duration threshold, boolean read) {
            if (read) {
                try (RecordingStream stream = new RecordingStream()) {
                    configure(stream::enable, threshold);
                    stream.setReuse(true);
                    stream.setOrdered(false);
                    stream.onEvent(event -> NANOS.add(event.getDuration().toNanos()));
                    stream.start();
                }
            } else {
                unread = new Recording();
                configure(unread::enable, threshold);
                unread.setMaxAge(Duration.ofSeconds(30));
                unread.start();
            }
        }

        private static void configure(Function<String, EventSettings> enable, Duration threshold) {
            enable.apply("jdk.VirtualThreadPinned").withThreshold(threshold).withStackTrace();
            for (String event : BESIDE) {
                enable.apply(event)
                        .withThreshold(Duration.ofMillis(20))
                        .withStackTrace()
                        .with("throttle", "off");
            }
        }
    }

    /** Records the pinned event alone, started on a thread of its own so that {@code main} can begin. */
    private static final class OneEvent {
        private static Recording recording;

        static void start() {
            Thread thread = new Thread(OneEvent::record, "one-event");
            thread.setDaemon(true);
            thread.start();
        }

        private static void record() {
            recording = new Recording();
            recording.enable("jdk.VirtualThreadPinned").withThreshold(Duration.ofMillis(1));
            recording.start();
        }
    }

    /** Micrometer's binder of virtual threads, which opens a recording stream. */
    private static final class Micrometer {
        private static VirtualThreadMetrics metrics;

        static void start() {
            metrics = new VirtualThreadMetrics();
            metrics.bindTo(new SimpleMeterRegistry());
        }
    }
}
