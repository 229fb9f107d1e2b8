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
