package io.vtmonitor.classfile;

import io.vtmonitor.common.DaemonThread;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Class files as the JVM runs them. Each class is read once, a few in ten seconds, on a separate thread: transformers
 * of other agents run there. If one of them never returns, no further class is read, and the watch continues. Classes
 * are held weakly.
 */
final class CapturedClasses {
    private static final int MOST_IN_A_PERIOD = 20;
    private static final Duration PERIOD = Duration.ofSeconds(10);
    private static final int MOST_CLASSES = 512;
    private static final int LARGEST = 1 << 20;
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final Instrumentation instrumentation;
    private final CaptureRate captureRate;
    private final Map<Class<?>, Optional<byte[]>> known = new WeakHashMap<>();

    /** Those that came when no more could be read: they are read when they are asked for again. */
    private final Map<Class<?>, Boolean> refused = new WeakHashMap<>();

    private boolean stuck;

    CapturedClasses(Instrumentation instrumentation, LongSupplier nanoTime) {
        this.instrumentation = instrumentation;
        captureRate = new CaptureRate(MOST_IN_A_PERIOD, PERIOD, nanoTime);
    }

    /** The class file, null if the JVM does not show it, or not now. */
    synchronized byte @Nullable [] of(Class<?> type) {
        Optional<byte[]> before = known.get(type);
        if (before == null && readsMore()) {
            if (captureRate.take()) {
                byte[] bytes = capture(type);
                before = Optional.ofNullable(bytes == null || bytes.length > LARGEST ? null : bytes);
                known.put(type, before);
                refused.remove(type);
            } else if (refused.size() < MOST_CLASSES) {
                refused.put(type, true);
            }
        }
        return before == null ? null : before.orElse(null);
    }

    /** True if a class of that name was asked for too early, and may be read later. */
    synchronized boolean isAwaited(String className) {
        return !refused.isEmpty()
                && readsMore()
                && refused.keySet().stream().anyMatch(type -> type.getName().equals(className));
    }

    private boolean readsMore() {
        return known.size() < MOST_CLASSES && !stuck;
    }

    private byte @Nullable [] capture(Class<?> type) {
        CompletableFuture<byte @Nullable []> seen = new CompletableFuture<>();
        Thread thread = DaemonThread.of("vt-monitor-class-file", () -> look(type, seen));
        thread.start();
        try {
            return seen.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException e) {
            return null;
        } catch (TimeoutException e) {
            stuck = true;
            return null;
        }
    }

    private void look(Class<?> type, CompletableFuture<byte @Nullable []> seen) {
        try {
            seen.complete(ClassCapture.of(type, instrumentation));
        } catch (Throwable e) {
            seen.completeExceptionally(e);
        }
    }
}
