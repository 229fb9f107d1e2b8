package io.vtmonitor.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.common.Version;
import io.vtmonitor.log.LineLogProvider;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class FirstLoggerTest {
    /** Of as many, about four were without a voice before: one thread asks while the other makes SLF4J ready. */
    private static final int JVMS = 300;

    private static final int MOST_MICROS = 10_000;

    private static final List<Class<?>> FIRST = List.of(Agent.class, JvmExit.class);

    @Test
    void who_begins_and_who_ends_at_the_same_time_are_both_heard() throws Exception {
        URL[] ours = {
            location(Agent.class),
            location(LineLogProvider.class),
            location(Version.class),
            location(LoggerFactory.class)
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(FIRST.size())) {
            for (int jvm = 0; jvm < JVMS; jvm++) {
                try (URLClassLoader fresh = new URLClassLoader(ours, ClassLoader.getPlatformClassLoader())) {
                    assertBothAreHeard(threads, fresh, jvm * MOST_MICROS * 1_000L / JVMS);
                }
            }
        }
    }

    private static void assertBothAreHeard(ExecutorService threads, ClassLoader fresh, long nanosLater)
            throws Exception {
        Phaser together = new Phaser(FIRST.size());
        List<Future<Object>> loggers = FIRST.stream()
                .map(type -> threads.submit(() -> {
                    together.arriveAndAwaitAdvance();
                    long begin = System.nanoTime();
                    while (type == JvmExit.class && System.nanoTime() - begin < nanosLater) {
                        Thread.onSpinWait();
                    }
                    return logger(Class.forName(type.getName(), true, fresh));
                }))
                .toList();
        for (Future<Object> logger : loggers) {
            assertThat(logger.get().getClass().getName()).isEqualTo("io.vtmonitor.log.LineLogger");
        }
    }

    private static Object logger(Class<?> type) throws ReflectiveOperationException {
        Field log = type.getDeclaredField("LOG");
        log.setAccessible(true);
        return log.get(null);
    }

    private static URL location(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }
}
