package io.vtmonitor.waits;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.common.StableName;
import io.vtmonitor.graph.Phase;
import io.vtmonitor.model.Library;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.StackFrame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes a {@link WaitSite} of a stack. Not thread-safe. */
public final class SiteReader {
    /** The class through which woven calls go. Its frame and those above it are vt-monitor's own. */
    public static final String HOOKS = "java.lang.VtMonitorLendingHooks";

    private static final int MOST_FRAMES = 64;
    private static final int MOST_NAMES = 2_000;

    private final Pools pools;
    private final Function<String, @Nullable Library> libraries;
    private final Map<String, @Nullable Library> known = new LinkedHashMap<>();
    private final Map<String, String> stableNames = new LinkedHashMap<>();

    /**
     * @param libraries the library from which the class of a name was loaded; called rarely more than once for a class
     */
    public SiteReader(Pools pools, Function<String, @Nullable Library> libraries) {
        this.pools = pools;
        this.libraries = libraries;
    }

    public WaitSite read(Phase phase, List<StackTraceElement> trace) {
        return read(Operations.of(phase, trace), trace);
    }

    public WaitSite read(WaitOperation operation, List<StackTraceElement> whole) {
        return read(operation, whole, "");
    }

    /**
     * Of a thread that waits for a lock whose class is not the JDK's.
     *
     * @param lock the class of that lock, whose own frames do not count as its caller
     */
    public WaitSite readLock(List<StackTraceElement> whole, String lock) {
        return read(WaitOperation.LOCK, whole, outermost(lock));
    }

    private WaitSite read(WaitOperation operation, List<StackTraceElement> whole, String lock) {
        List<StackTraceElement> trace = withoutOurs(whole);
        if (trace.isEmpty()) {
            return WaitSite.unknown(operation);
        }
        int first = firstOutsideOfJdk(trace);
        Pools.Pool pool = mayBePool(operation) ? pools.of(trace, first) : null;
        StackTraceElement top = trace.get(first < trace.size() ? first : firstOfJdk(trace));
        Library library = first < trace.size() ? library(top.getClassName()) : null;
        return new WaitSite(
                pool == null ? operation : WaitOperation.POOL,
                pool,
                library,
                method(top),
                caller(trace, first, library, pool, lock),
                entry(trace),
                frames(trace));
    }

    /** The frames below those of vt-monitor's woven call; all of them if there is no such call. */
    public static List<StackTraceElement> withoutOurs(List<StackTraceElement> trace) {
        for (int i = 0; i < trace.size(); i++) {
            if (trace.get(i).getClassName().equals(HOOKS)) {
                return trace.subList(i + 1, trace.size());
            }
        }
        return trace;
    }

    /**
     * Whether a wait of this kind may be for a pool's resources. A thread that opens a connection, or that waits for
     * the pool's own lock, waits for something else.
     */
    private static boolean mayBePool(WaitOperation operation) {
        return switch (operation) {
            case CONDITION, QUEUE, LATCH, FUTURE, SEMAPHORE, PARK, OBJECT_WAIT -> true;
            default -> false;
        };
    }

    private static int firstOutsideOfJdk(List<StackTraceElement> trace) {
        int first = 0;
        while (first < trace.size() && JdkNames.isJdk(trace.get(first).getClassName())) {
            first++;
        }
        return first;
    }

    /**
     * Of the JDK's own threads, such as those that poll sockets: the index of the first frame below the park and the
     * like.
     */
    private static int firstOfJdk(List<StackTraceElement> trace) {
        for (int i = 0; i < trace.size(); i++) {
            String type = trace.get(i).getClassName();
            if (!type.startsWith("java.lang.")
                    && !type.startsWith("jdk.internal.")
                    && !trace.get(i).getMethodName().endsWith("anagedBlock")
                    && !type.startsWith("java.util.concurrent.locks.")) {
                return i;
            }
        }
        return 0;
    }

    private @Nullable String caller(
            List<StackTraceElement> trace,
            int first,
            @Nullable Library library,
            Pools.@Nullable Pool pool,
            String lock) {
        if (first >= trace.size()) {
            return null;
        }
        String packages = packages(trace.get(first).getClassName());
        for (int i = first; i < trace.size(); i++) {
            String type = trace.get(i).getClassName();
            if (JdkNames.isJdk(type) || JdkNames.isFramework(type) || isLambda(type) || pools.isWrapper(type)) {
                continue;
            }
            if (pool != null && !pool.below().isEmpty() && type.startsWith(pool.below())) {
                continue; // the client library that uses the pool
            }
            boolean same = packages.equals(packages(type)) || (library != null && library.equals(library(type)));
            if (!same) {
                return method(trace.get(i));
            }
        }
        int own = first;
        while (own < trace.size() && outermost(trace.get(own).getClassName()).equals(lock)) {
            own++;
        }
        StackTraceElement last = trace.get(own < trace.size() && isCode(trace.get(own)) ? own : first);
        return JdkNames.isFramework(last.getClassName()) ? null : method(last);
    }

    private static boolean isCode(StackTraceElement frame) {
        return !JdkNames.isJdk(frame.getClassName()) && !isLambda(frame.getClassName());
    }

    private static String outermost(String className) {
        int nested = className.indexOf('$');
        return nested < 0 ? className : className.substring(0, nested);
    }

    private static boolean isLambda(String className) {
        return className.contains("$$Lambda");
    }

    /** The first two parts of a package. Classes that share them count as one library if their jar is not known. */
    public static String packages(String name) {
        int first = name.indexOf('.');
        int second = first < 0 ? -1 : name.indexOf('.', first + 1);
        return second < 0 ? name : name.substring(0, second);
    }

    private @Nullable String entry(List<StackTraceElement> trace) {
        int at = JdkNames.entry(trace.size(), i -> trace.get(i).getClassName());
        return at < 0 ? null : method(trace.get(at));
    }

    /** The library of a class, from a bounded cache: to find it may read a jar. */
    private @Nullable Library library(String className) {
        if (!known.containsKey(className)) {
            if (known.size() >= MOST_NAMES) {
                known.clear();
            }
            known.put(className, libraries.apply(className));
        }
        return known.get(className);
    }

    /** {@code class.method}, as sites are named. */
    public String method(StackTraceElement frame) {
        if (stableNames.size() >= MOST_NAMES) {
            stableNames.clear();
        }
        return stableNames.computeIfAbsent(frame.getClassName() + "." + frame.getMethodName(), StableName::of);
    }

    /** The frames of a stack in the form of reports, topmost first, at most {@value #MOST_FRAMES}. */
    public static List<StackFrame> frames(List<StackTraceElement> trace) {
        List<StackFrame> frames = new ArrayList<>();
        for (StackTraceElement frame : trace.size() > MOST_FRAMES ? trace.subList(0, MOST_FRAMES) : trace) {
            frames.add(StackFrame.of(frame));
        }
        return frames;
    }
}
