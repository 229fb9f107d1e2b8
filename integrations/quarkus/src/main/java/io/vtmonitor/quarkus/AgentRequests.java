package io.vtmonitor.quarkus;

import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Who is to be told of requests: the agent in this JVM with {@code requests=on}, found by name. Any thread. */
class AgentRequests implements Supplier<@Nullable ObjLongConsumer<String>> {
    private static final String AGENT = "io.vtmonitor.VtMonitor";

    /** The agent may start later than the application, be attached, or leave. */
    private static final long ASK_AGAIN = TimeUnit.SECONDS.toNanos(1);

    private final AtomicLong askedAt = new AtomicLong(System.nanoTime() - ASK_AGAIN);
    private volatile @Nullable ObjLongConsumer<String> agent;

    /** Null where there is none; one caller a second asks for it. */
    @Override
    public @Nullable ObjLongConsumer<String> get() {
        long now = System.nanoTime();
        long before = askedAt.get();
        if (now - before >= ASK_AGAIN && askedAt.compareAndSet(before, now)) {
            agent = ask();
        }
        return agent;
    }

    @SuppressWarnings("unchecked")
    private static @Nullable ObjLongConsumer<String> ask() {
        try {
            Method requests = Class.forName(AGENT, true, ClassLoader.getSystemClassLoader())
                    .getMethod("requests");
            return (ObjLongConsumer<String>) requests.invoke(null);
        } catch (ReflectiveOperationException | LinkageError ignored) {
            return null; // no agent, or an older one: requests are served as without
        }
    }
}
