package io.vtmonitor.waits.dump;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells dumps of several JVMs apart that have the same process id, as those of containers have. A JVM gives the number
 * of a thread to no other one, and no thread of the system becomes a virtual one.
 */
public final class SameJvm {
    private static final int SAME_THREADS = 10;

    private final List<ThreadDumpFile> dumps = new ArrayList<>();
    private final Map<Long, Boolean> virtual = new HashMap<>();

    private SameJvm() {}

    /**
     * Those of one JVM each, as far as the dumps tell.
     *
     * @param dumps of one process id
     * @return in the order of their time
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
     * Whether two dumps are of one JVM without a doubt: of the threads that both have, and these are ten or more, each
     * has the same name in both.
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
            Boolean known = tells(thread) ? virtual.get(thread.tid()) : null;
            return known == null || known.equals(thread.virtual());
        });
    }

    /** Dumps of JDK 21 show no states, and whether a thread is virtual follows from its frames only. */
    private static boolean tells(DumpedThread thread) {
        return thread.state() != null && thread.virtual() != null;
    }

    private void add(ThreadDumpFile dump) {
        dumps.add(dump);
        for (DumpedThread thread : dump.threads()) {
            if (tells(thread)) {
                virtual.putIfAbsent(thread.tid(), thread.virtual());
            }
        }
    }
}
