package io.vtmonitor.agent;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.Libraries;
import io.vtmonitor.classfile.LoadedClassBytes;
import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.common.Plural;
import io.vtmonitor.log.StartWarnings;
import io.vtmonitor.report.UnpinSummary;
import io.vtmonitor.report.text.UnpinText;
import io.vtmonitor.unpin.LoadedLockers;
import io.vtmonitor.unpin.Unpin;
import io.vtmonitor.unpin.UnpinRequest;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Installs what changes classes, {@code unpin} and {@code resources}, before the first class of the application loads.
 */
public final class Unpinning {
    private static final Logger LOG = LoggerFactory.getLogger(Unpinning.class);
    private static final int FIRST_THAT_DOES_NOT_PIN = 24;
    private static final String NOT_NEEDED =
            "unpin={}: not needed on Java {}, where monitors don't pin; nothing is changed";
    private static final int NAMED = 20;

    /** So many lines are logged at exit. The report has all of them. */
    private static final int MOST_REMAINING = 3;

    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;
    private static final AtomicBoolean TOLD = new AtomicBoolean();

    private static volatile @Nullable Unpin installed;

    /** Whether a watch will log at exit what became of the monitors. */
    private static volatile boolean watched;

    private Unpinning() {}

    /**
     * {@code VtMonitor} calls this by name, on the thread that starts the JVM. If it can't be installed, a line says
     * why. {@link Agent} reports mistakes in the options.
     */
    public static void install(@Nullable String argument, Instrumentation instrumentation) {
        install(argument, instrumentation, false);
    }

    /** The same in a running JVM. Refused if a class that is already loaded may lock the same objects. */
    public static void attach(@Nullable String argument, Instrumentation instrumentation) {
        StartWarnings.begin();
        install(argument, instrumentation, true);
    }

    private static void install(@Nullable String argument, Instrumentation instrumentation, boolean attached) {
        Options options = options(argument);
        if (options == null) {
            return;
        }
        if (options.watches().resources() && !attached) {
            WaitsMonitoring.weave(instrumentation);
        }
        UnpinRequest request = options.unpin();
        if (request != null) {
            install(request, instrumentation, attached);
        }
    }

    private static void install(UnpinRequest request, Instrumentation instrumentation, boolean attached) {
        int feature = Runtime.version().feature();
        if (feature >= FIRST_THAT_DOES_NOT_PIN) {
            if (attached) { // a user waits for the answer, but a start script may be for several JDKs
                LOG.warn(NOT_NEEDED, request.text(), feature);
            } else {
                LOG.info(NOT_NEEDED, request.text(), feature);
            }
            return;
        }
        if (feature < FIRST_WITH_VIRTUAL_THREADS) {
            return;
        }
        if (feature > FIRST_WITH_VIRTUAL_THREADS && !request.audit()) {
            LOG.warn("unpin={}: off, it is tested on JDK 21 only, and this is {}", request.text(), feature);
            return;
        }
        if (installed != null) {
            LOG.warn(
                    "unpin={}: unpin is already active and stays unchanged; restart the JVM to use another pattern",
                    request.text());
            return;
        }
        try {
            long start = System.nanoTime();
            Unpin unpin = Unpin.install(
                    request,
                    request.auto() ? new KnowledgeBase().proven() : List.of(),
                    Libraries::at,
                    new LoadedClassBytes(instrumentation),
                    instrumentation,
                    request.audit() ? null : javaLang(instrumentation),
                    attached);
            UnpinText.atExit(unpin.summary()); // loads its classes now, as the heap may be full at exit
            installed = unpin;
            addExitHook();
            LOG.info(
                    request.audit()
                            ? "unpin={}: nothing is changed; the plan is reported at exit (ready in {} ms)"
                            : "unpin={}: monitors become locks as classes load (ready in {} ms)",
                    request.text(),
                    (System.nanoTime() - start) / 1_000_000);
            loadedBefore(unpin.loadedBefore());
        } catch (LoadedLockers.LockersLoadedException e) {
            LOG.warn(
                    "unpin={}: off, {} in classes that are already loaded may lock the same objects: {}{}. Set the"
                            + " option when you start the JVM instead.",
                    request.text(),
                    Plural.of(e.places().size(), "place"),
                    String.join(
                            "; ",
                            e.places().subList(0, Math.min(NAMED, e.places().size()))),
                    e.places().size() > NAMED ? "; and others" : "");
        } catch (Exception | LinkageError e) {
            LOG.warn("unpin={}: off, {}. The application runs unchanged.", request.text(), String.valueOf(e));
        }
    }

    /** Opens the package only to a class of ours, not to the application's class path. */
    static Lookup javaLang(Instrumentation instrumentation) throws ReflectiveOperationException {
        return JdkInternals.open(instrumentation, Object.class.getModule(), List.of("java.lang"))
                .in(Object.class);
    }

    /** Needed if the application ends before there is a watch, or if there never is one. */
    private static void addExitHook() {
        Thread hook = new Thread(
                () -> {
                    if (!watched) {
                        JvmExit.within(Unpinning::tellUnwatched);
                    }
                },
                "vt-monitor-unpin-exit");
        hook.setContextClassLoader(null);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Logs what was rewritten if no watch does. Two shutdown hooks may call this; only the first call logs. */
    static void tellUnwatched() {
        if (TOLD.compareAndSet(false, true)) {
            tell(List.of());
        }
    }

    /** @param its whether a watch calls {@link #tell} at its end */
    static void leaveToWatch(boolean its) {
        watched = its;
    }

    private static void loadedBefore(List<String> names) {
        if (!names.isEmpty()) {
            LOG.warn(
                    "unpin: {} classes were already loaded and keep their monitors: {}{}",
                    names.size(),
                    String.join(", ", names.subList(0, Math.min(NAMED, names.size()))),
                    names.size() > NAMED ? ", and others, which the report names" : "");
        }
    }

    private static @Nullable Options options(@Nullable String argument) {
        try {
            return Options.of(argument, System::getProperty, System::getenv);
        } catch (Options.BadOption ignored) {
            return null;
        }
    }

    /**
     * Logs at exit what became of the monitors.
     *
     * @param remaining why sites still pin, a sentence each
     */
    static void tell(List<String> remaining) {
        for (UnpinSummary summary : summaries()) {
            UnpinText.atExit(summary).forEach(line -> LOG.info("unpin: {}", line));
            remaining.stream()
                    .limit(summary.audit() ? remaining.size() : MOST_REMAINING)
                    .forEach(line -> LOG.info("unpin: {}", line));
            UnpinText.placesAtExit(summary).forEach(line -> LOG.info("unpin: {}", line));
        }
    }

    /** For the report: one summary, or none if {@code unpin} is not installed. */
    static List<UnpinSummary> summaries() {
        Unpin done = installed;
        return done == null ? List.of() : List.of(done.summary());
    }

    /** The patterns by which classes are rewritten; none without {@code unpin}, or in an audit. */
    static List<String> atWork(KnowledgeBase knowledge) {
        Unpin done = atWork();
        if (done == null) {
            return List.of();
        }
        List<String> patterns = new ArrayList<>(done.request().auto() ? knowledge.unpinPatterns() : List.of());
        patterns.addAll(done.request().texts());
        return List.copyOf(patterns);
    }

    /** Whether there is something to report at exit: what was rewritten, or the plan of an audit. */
    static boolean isInstalled() {
        return installed != null;
    }

    /**
     * The installed {@code unpin}; null if there is none. Also null for an audit, which changes nothing, so that its
     * plan must not show up in figures.
     */
    static @Nullable Unpin atWork() {
        Unpin done = installed;
        return done == null || done.request().audit() ? null : done;
    }
}
