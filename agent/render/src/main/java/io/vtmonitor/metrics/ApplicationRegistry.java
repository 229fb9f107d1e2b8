package io.vtmonitor.metrics;

import io.vtmonitor.common.DaemonThread;
import io.vtmonitor.common.Pause;
import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.DiagnosedPinSink;
import io.vtmonitor.report.AgentGauges;
import io.vtmonitor.report.SchedulerVitals;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Figures of ours in the application's own Micrometer registry: the global one, to which Spring Boot and others add
 * theirs. It is found by reflection, in whichever class loader has the application's Micrometer, and is only used to
 * register meters. A thread of ours takes the values every two seconds, so a scrape of the application never waits for
 * our locks.
 */
public final class ApplicationRegistry implements DiagnosedPinSink, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ApplicationRegistry.class);
    private static final long LOOK_NANOS = 2_000_000_000L;
    private static final List<Figure> FIGURES = Figure.ofApplication();

    /** Joined here because the build relocates string constants with this name to our own copy of Micrometer. */
    private static final String PACKAGE = String.join(".", "io", "micrometer", "core", "instrument") + ".";

    private final Supplier<AgentGauges> vitals;
    private final Supplier<SchedulerVitals> scheduler;
    private final Supplier<Class<?>[]> loadedClasses;
    private final LongAdder pins = new LongAdder();
    private final LongAdder pinnedNanos = new LongAdder();
    private final long lookNanos;
    private final Pause pause = new Pause();
    private final Thread thread;

    /** The registries that have our meters, by their class {@code Metrics}. Only the thread of this class uses it. */
    private final Map<Class<?>, Registered> registered = new WeakHashMap<>();

    private volatile Figure.Values now = Figure.Values.NONE;

    /** References are weak so that an application that is undeployed can be unloaded. */
    private record Registered(WeakReference<Object> registry, List<WeakReference<Object>> meters) {}

    private ApplicationRegistry(
            Supplier<AgentGauges> vitals,
            Supplier<SchedulerVitals> scheduler,
            Supplier<Class<?>[]> loadedClasses,
            long lookNanos) {
        this.vitals = vitals;
        this.scheduler = scheduler;
        this.loadedClasses = loadedClasses;
        this.lookNanos = lookNanos;
        thread = DaemonThread.of("vt-monitor-registry", this::run);
    }

    /**
     * Starts to registerAll for registries.
     *
     * @param loadedClasses the classes that the JVM has loaded, called every two seconds
     */
    public static ApplicationRegistry start(
            Supplier<AgentGauges> vitals, Supplier<SchedulerVitals> scheduler, Supplier<Class<?>[]> loadedClasses) {
        return start(vitals, scheduler, loadedClasses, LOOK_NANOS);
    }

    static ApplicationRegistry start(
            Supplier<AgentGauges> vitals,
            Supplier<SchedulerVitals> scheduler,
            Supplier<Class<?>[]> loadedClasses,
            long lookNanos) {
        ApplicationRegistry registry = new ApplicationRegistry(vitals, scheduler, loadedClasses, lookNanos);
        registry.thread.start();
        return registry;
    }

    @Override
    public void accept(DiagnosedPin diagnosed) {
        pins.increment();
        if (!diagnosed.diagnosis().compensated()) {
            pinnedNanos.add(diagnosed.pin().durationNanos());
        }
    }

    private void run() {
        boolean reported = false;
        while (!isOver()) {
            try {
                now = new Figure.Values(vitals.get(), scheduler.get(), pins.sum(), pinnedNanos.sum() / 1e9);
                registerAll();
            } catch (OutOfMemoryError ignored) {
                // The application needs the memory more; the next round tries again.
            } catch (Throwable e) {
                if (!reported) {
                    warn("the application's Micrometer registry shows old figures of ours, as long as this fails: ", e);
                }
                reported = true;
            }
        }
        for (Registered from : registered.values()) {
            remove(from);
        }
    }

    private boolean isOver() {
        try {
            return pause.await(lookNanos);
        } catch (InterruptedException ignored) {
            return true;
        }
    }

    private void registerAll() {
        for (Class<?> type : loadedClasses.get()) {
            if (type.getName().startsWith(PACKAGE)
                    && type.getName().equals(PACKAGE + "Metrics")
                    && !isDone(registered.get(type))) {
                register(type);
            }
        }
    }

    /** Whether the registry needs no more meters. It does if there was not enough memory for all of them. */
    private static boolean isDone(@Nullable Registered known) {
        return known != null && (known.registry.get() == null || known.meters.size() == FIGURES.size());
    }

    private void register(Class<?> metrics) {
        try {
            Object registry = metrics.getField("globalRegistry").get(null);
            List<WeakReference<Object>> meters = registered.computeIfAbsent(
                            metrics, type -> new Registered(new WeakReference<>(registry), new ArrayList<>()))
                    .meters;
            for (Figure figure : FIGURES.subList(meters.size(), FIGURES.size())) {
                meters.add(new WeakReference<>(meter(metrics.getClassLoader(), registry, figure)));
            }
            LOG.info("the application's Micrometer registry has {} meters of ours", meters.size());
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            if (e.getCause() instanceof OutOfMemoryError passing) {
                throw passing;
            }
            refused(metrics);
            warn("the application's Micrometer can't take our figures: ", e);
        }
    }

    /** Gives up on a registry, and removes the meters that it has. */
    private void refused(Class<?> metrics) {
        Registered before = registered.get(metrics);
        if (before != null) {
            remove(before);
        }
        registered.put(metrics, new Registered(new WeakReference<>(null), List.of()));
    }

    /** Like {@code FunctionCounter.builder(name, this, value).description(…).baseUnit(…).register(registry)}. */
    private Object meter(ClassLoader loader, Object registry, Figure figure) throws ReflectiveOperationException {
        Class<?> type = Class.forName(PACKAGE + (figure.counts() ? "FunctionCounter" : "Gauge"), true, loader);
        ToDoubleFunction<ApplicationRegistry> value = self -> figure.value().applyAsDouble(self.now);
        Object builder = type.getMethod("builder", String.class, Object.class, ToDoubleFunction.class)
                .invoke(null, figure.name(), this, value);
        Class<?> builders = builder.getClass();
        builders.getMethod("description", String.class).invoke(builder, figure.description());
        if (figure.unit() != null) {
            builders.getMethod("baseUnit", String.class).invoke(builder, figure.unit());
        }
        Figure.Label label = figure.label();
        if (label != null) {
            builders.getMethod("tag", String.class, String.class).invoke(builder, label.key(), label.value());
        }
        return builders.getMethod("register", Class.forName(PACKAGE + "MeterRegistry", false, loader))
                .invoke(builder, registry);
    }

    private static void remove(Registered from) {
        Object registry = from.registry.get();
        if (registry == null) {
            return;
        }
        try {
            Class<?> meterType =
                    Class.forName(PACKAGE + "Meter", false, registry.getClass().getClassLoader());
            Method remove = registry.getClass().getMethod("remove", meterType);
            for (WeakReference<Object> reference : from.meters) {
                Object meter = reference.get();
                if (meter != null) {
                    remove.invoke(registry, meter);
                }
            }
        } catch (Throwable e) {
            warn("our figures stay in the application's Micrometer registry: ", e);
        }
    }

    private static void warn(String what, Throwable failed) {
        try {
            Throwable cause = failed instanceof InvocationTargetException ? failed.getCause() : failed;
            LOG.warn("{}{}", what, String.valueOf(cause));
        } catch (Throwable ignored) {
            // Out of memory, or the log is gone: nothing may reach the application's handler of uncaught exceptions.
        }
    }

    /** Removes our meters, and waits until the thread has ended, for at most a second. */
    @Override
    public void close() {
        pause.end();
        DaemonThread.join(thread);
    }
}
