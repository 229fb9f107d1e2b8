package io.vtmonitor.waits.dump;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Separates dumps of several JVMs that have the same process id, as JVMs in containers have. A JVM never uses the id of
 * a thread for another one, so an id of a platform thread is never that of a virtual thread.
 */
public final class SameJvm {
    private static final int SAME_THREADS = 10;

    private final List<ThreadDumpFile> dumps = new ArrayList<>();
    private final Map<Long, Boolean> virtual = new HashMap<>();

    private SameJvm() {}

    /**
     * The dumps by JVM, as far as they show which JVM they are of.
     *
     * @param dumps dumps with the same process id
     * @return one list for each JVM, in the order of their times
     */
    public static List<List<ThreadDumpFile>> apart(List<ThreadDumpFile> dumps) {
        List<SameJvm> jvms = new ArrayList<>();
        dumps.stream()
                .sorted(Comparator.comparing(ThreadDumpFile::time))
                .forEach(dump -> jvms.stream()
                        .filter(jvm -> jvm.mayHave(dump))
                        .findFirst()
                        .orElseGet(() -> {
                            SameJvm another = new SameJvm();
                            jvms.add(another);
                            return another;
                        })
                        .add(dump));
        return jvms.stream().map(jvm -> jvm.dumps).toList();
    }

    /**
     * Whether two dumps are certainly of one JVM: ten threads or more are in both, and each of these has the same name
     * in both.
     */
    public static boolean haveSameThreads(ThreadDumpFile one, ThreadDumpFile other) {
        if (!one.runtimeVersion().equals(other.runtimeVersion())) {
            return false;
        }
        Map<Long, String> names = new HashMap<>();
        one.threads().forEach(thread -> names.put(thread.tid(), thread.name()));
        int same = 0;
        for (DumpedThread thread : other.threads()) {
            String name = names.get(thread.tid());
            if (name != null && !name.equals(thread.name())) {
                return false;
            }
            same += name == null ? 0 : 1;
        }
        return same >= SAME_THREADS;
    }

    private boolean mayHave(ThreadDumpFile dump) {
        return dump.threads().stream().allMatch(thread -> {
            Boolean known = showsKind(thread) ? virtual.get(thread.tid()) : null;
            return known == null || known.equals(thread.virtual());
        });
    }

    /**
     * Whether the dump shows that a thread is virtual or not. Dumps of JDK 21, which show no states, only suggest that
     * by its frames.
     */
    private static boolean showsKind(DumpedThread thread) {
        return thread.state() != null && thread.virtual() != null;
    }

    private void add(ThreadDumpFile dump) {
        dumps.add(dump);
        for (DumpedThread thread : dump.threads()) {
            if (showsKind(thread)) {
                virtual.putIfAbsent(thread.tid(), thread.virtual());
            }
        }
    }
}
