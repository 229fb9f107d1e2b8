package io.vtmonitor.sink;

import io.vtmonitor.model.Finding;
import io.vtmonitor.model.Pause;
import io.vtmonitor.model.SchedulerFigures;
import io.vtmonitor.model.SchedulerVitals;
import io.vtmonitor.model.Vitals;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Figures of ours in the application's own Micrometer registry, the global one, to which Spring Boot and others add theirs. It
 * is found by reflection in whatever loader the application has Micrometer in, and asked for nothing but to hold meters. They
 * show what a thread of ours has put down every few seconds: whoever scrapes the application waits for none of our locks.
 */
public final class ApplicationRegistry implements Consumer<Finding>, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ApplicationRegistry.class);
    private static final long LOOK_NANOS = 2_000_000_000L;

    /** In parts: the build moves whatever is named so to our own copy. */
    private static final String PACKAGE = String.join(".", "io", "micrometer", "core", "instrument") + ".";

    private final Supplier<Vitals> vitals;
    private final Supplier<SchedulerVitals> scheduler;
    private final Supplier<Class<?>[]> loadedClasses;
    private final LongAdder pins = new LongAdder();
    private final LongAdder pinnedNanos = new LongAdder();
    private final long lookNanos;
    private final Pause pause = new Pause();
    private final Thread thread;

    /** The registries that have our meters, and those. On our thread. */
    private final Map<Class<?>, Registered> registered = new WeakHashMap<>();

    private volatile Figures now = Figures.NONE;

    /** What the meters show. */
    private record Figures(Vitals vitals, SchedulerVitals scheduler, long pins, double pinnedSeconds) {
        static final Figures NONE = new Figures(
                new Vitals("", 0, 0, 0, 0, 0, 0, null, 0, 0, 0, 0, 0, 0, 0, false), SchedulerVitals.NONE, 0, 0);

        double ofScheduler(ToDoubleFunction<SchedulerFigures> figure) {
            SchedulerFigures figures = scheduler.figures();
            return figures == null ? 0 : figure.applyAsDouble(figures);
        }
    }

    /** Weak: an application that is undeployed must not stay for us. */
    private record Registered(WeakReference<Object> registry, List<WeakReference<Object>> meters) {}

    private record Figure(String name, String unit, String description, ToDoubleFunction<Figures> value) {}

    private static final List<Figure> COUNTERS = List.of(
            new Figure("vthread.pins", "", "Pins", now -> now.pins),
            new Figure(
                    "vthread.carrier.pinned",
                    "seconds",
                    "Carrier-seconds lost to pins; those that a spare carrier may have stood in for left out",
                    now -> now.pinnedSeconds),
            new Figure(
                    "vthread.starved",
                    "seconds",
                    "Time in which every carrier was pinned at once",
                    now -> now.vitals.starvedSeconds()),
            new Figure(
                    "vthread.stalled",
                    "seconds",
                    "Time in which no virtual thread got on",
                    now -> now.scheduler.stalledSeconds()),
            new Figure(
                    "vthread.events.lost",
                    "bytes",
                    "Event data the JVM says it could not keep",
                    now -> now.vitals.lostBytes()));
    private static final List<Figure> GAUGES = List.of(
            new Figure(
                    "vthread.carriers.pinned.mean",
                    "",
                    "Carriers pinned in the last interval, mean",
                    now -> now.vitals.carriersPinnedMean()),
            new Figure(
                    "vthread.carriers.pinned.max",
                    "",
                    "Carriers pinned in the last interval, most",
                    now -> now.vitals.carriersPinnedMax()),
            new Figure(
                    "vthread.capacity.lost.ratio",
                    "",
                    "Mean of carriers pinned over parallelism",
                    now -> now.vitals.capacityLost()),
            new Figure(
                    "vthread.scheduler.parallelism",
                    "",
                    "Carriers the scheduler aims at",
                    now -> now.vitals.parallelism()),
            new Figure(
                    "vthread.scheduler.mounted",
                    "",
                    "Carriers that are not idle",
                    now -> now.ofScheduler(SchedulerFigures::mounted)),
            new Figure(
                    "vthread.scheduler.queued",
                    "",
                    "Virtual threads that wait for a carrier",
                    now -> now.ofScheduler(SchedulerFigures::queued)),
            new Figure(
                    "vthread.schedule.delay.current",
                    "seconds",
                    "How long the probe has been waiting for a carrier by now",
                    now -> now.scheduler.waitingSeconds()),
            new Figure(
                    "vthread.threshold",
                    "seconds",
                    "Shorter pins are not recorded",
                    now -> now.vitals.pinnedThresholdSeconds()),
            new Figure(
                    "vthread.blind",
                    "seconds",
                    "Time of the JVM that was not watched",
                    now -> now.vitals.blindSeconds()));

    private static final int FIGURES = COUNTERS.size() + GAUGES.size();

    private ApplicationRegistry(
            Supplier<Vitals> vitals,
            Supplier<SchedulerVitals> scheduler,
            Supplier<Class<?>[]> loadedClasses,
            long lookNanos) {
        this.vitals = vitals;
        this.scheduler = scheduler;
        this.loadedClasses = loadedClasses;
        this.lookNanos = lookNanos;
        thread = new Thread(null, this::run, "vt-monitor-registry", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
    }

    /**
     * Looks for it from now on.
     *
     * @param loadedClasses the JVM's, asked every two seconds
     */
    public static ApplicationRegistry start(
            Supplier<Vitals> vitals, Supplier<SchedulerVitals> scheduler, Supplier<Class<?>[]> loadedClasses) {
        return start(vitals, scheduler, loadedClasses, LOOK_NANOS);
    }

    static ApplicationRegistry start(
            Supplier<Vitals> vitals,
            Supplier<SchedulerVitals> scheduler,
            Supplier<Class<?>[]> loadedClasses,
            long lookNanos) {
        ApplicationRegistry registry = new ApplicationRegistry(vitals, scheduler, loadedClasses, lookNanos);
        registry.thread.start();
        return registry;
    }

    @Override
    public void accept(Finding finding) {
        pins.increment();
        if (!finding.diagnosis().compensated()) {
            pinnedNanos.add(finding.pin().durationNanos());
        }
    }

    private void run() {
        boolean told = false;
        while (!isOver()) {
            try {
                now = new Figures(vitals.get(), scheduler.get(), pins.sum(), pinnedNanos.sum() / 1e9);
                look();
            } catch (OutOfMemoryError passing) {
                // The application needs what there is more than we do; the next look finds some.
            } catch (Throwable failed) {
                if (!told) {
                    tell(
                            "the application's Micrometer registry shows old figures of ours, as long as this fails: ",
                            failed);
                }
                told = true;
            }
        }
        for (Registered from : registered.values()) {
            remove(from);
        }
    }

    private boolean isOver() {
        try {
            return pause.await(lookNanos);
        } catch (InterruptedException nobodyElseDoes) {
            return true;
        }
    }

    private void look() {
        for (Class<?> type : loadedClasses.get()) {
            if (type.getName().startsWith(PACKAGE)
                    && type.getName().equals(PACKAGE + "Metrics")
                    && !isDone(registered.get(type))) {
                register(type);
            }
        }
    }

    /** False, too, where there was no memory for all of the meters. */
    private static boolean isDone(@Nullable Registered known) {
        return known != null && (known.registry.get() == null || known.meters.size() == FIGURES);
    }

    private void register(Class<?> metrics) {
        try {
            Object registry = metrics.getField("globalRegistry").get(null);
            List<WeakReference<Object>> meters = registered.computeIfAbsent(
                            metrics, type -> new Registered(new WeakReference<>(registry), new ArrayList<>()))
                    .meters;
            for (int i = meters.size(); i < FIGURES; i++) {
                boolean counts = i < COUNTERS.size();
                meters.add(new WeakReference<>(meter(
                        metrics.getClassLoader(),
                        counts ? "FunctionCounter" : "Gauge",
                        registry,
                        counts ? COUNTERS.get(i) : GAUGES.get(i - COUNTERS.size()))));
            }
            LOG.info("the application's Micrometer registry has {} meters of ours", meters.size());
        } catch (ReflectiveOperationException | RuntimeException | LinkageError different) {
            if (different.getCause() instanceof OutOfMemoryError passing) {
                throw passing;
            }
            refused(metrics);
            tell("the application's Micrometer can't take our figures: ", different);
        }
    }

    /** Not asked again; what it has taken comes out. */
    private void refused(Class<?> metrics) {
        Registered before = registered.get(metrics);
        if (before != null) {
            remove(before);
        }
        registered.put(metrics, new Registered(new WeakReference<>(null), List.of()));
    }

    /** As {@code FunctionCounter.builder(name, this, value).description(…).baseUnit(…).register(registry)}. */
    private Object meter(ClassLoader loader, String kind, Object registry, Figure figure)
            throws ReflectiveOperationException {
        Class<?> type = Class.forName(PACKAGE + kind, true, loader);
        ToDoubleFunction<ApplicationRegistry> value = self -> figure.value.applyAsDouble(self.now);
        Object builder = type.getMethod("builder", String.class, Object.class, ToDoubleFunction.class)
                .invoke(null, figure.name, this, value);
        Class<?> builders = builder.getClass();
        builders.getMethod("description", String.class).invoke(builder, figure.description);
        if (!figure.unit.isEmpty()) {
            builders.getMethod("baseUnit", String.class).invoke(builder, figure.unit);
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
        } catch (Throwable different) {
            tell("our figures stay in the application's Micrometer registry: ", different);
        }
    }

    private static void tell(String what, Throwable failed) {
        try {
            Throwable cause = failed instanceof InvocationTargetException ? failed.getCause() : failed;
            LOG.warn("{}{}", what, String.valueOf(cause));
        } catch (Throwable notEvenThat) {
            // Nothing may reach the application's handler of uncaught exceptions.
        }
    }

    /** Takes our meters out again, and waits, at most a second, until the thread is gone. */
    @Override
    public void close() {
        pause.end();
        try {
            thread.join(1_000);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
