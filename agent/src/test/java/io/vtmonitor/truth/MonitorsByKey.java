package io.vtmonitor.truth;

import java.util.Map;

/**
 * Two virtual threads have a session's monitor each and want the one of a key, which the thread "refresher" has, and
 * sleeps. That is a platform thread, or, with an argument, a virtual one. By their class files, each session could have
 * what the other wants.
 */
public final class MonitorsByKey {
    private static final Map<String, Object> LOCKS = Map.of("prices", new Object(), "stock", new Object());

    private MonitorsByKey() {}

    private static final class Session {
        synchronized void price() {
            synchronized (LOCKS.get("prices")) {
                System.out.println("priced");
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread refresher = args.length == 0
                ? Truth.platform("refresher", MonitorsByKey::refresh)
                : Truth.virtual("refresher", MonitorsByKey::refresh);
        Truth.await(() -> refresher.getState() == Thread.State.TIMED_WAITING);
        for (int i = 0; i < 2; i++) {
            Session session = new Session();
            Thread thread = Truth.virtual("session-" + i, session::price);
            Truth.await(() -> thread.getState() == Thread.State.BLOCKED);
        }
        Truth.stay();
    }

    private static void refresh() throws InterruptedException {
        synchronized (LOCKS.get("prices")) {
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
