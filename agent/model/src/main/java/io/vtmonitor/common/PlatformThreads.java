package io.vtmonitor.common;

import java.util.Arrays;
import java.util.List;

/** The platform threads of this JVM that have begun and not ended, carriers of virtual threads included. */
public final class PlatformThreads {
    private PlatformThreads() {}

    /** As they are now. */
    public static List<Thread> all() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads = new Thread[root.activeCount() + 16];
        int count = root.enumerate(threads);
        while (count == threads.length) {
            threads = new Thread[2 * threads.length];
            count = root.enumerate(threads);
        }
        return Arrays.asList(threads).subList(0, count);
    }
}
