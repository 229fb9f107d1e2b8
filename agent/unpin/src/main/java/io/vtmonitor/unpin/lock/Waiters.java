package io.vtmonitor.unpin.lock;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The threads in {@code wait} of one object, in the order in which they came, and those that were notified and are not
 * back yet. The object's lock guards it, or the monitor while the lock is not in use; others may only look who of them
 * has no carrier.
 *
 * <p>Those that wait by the monitor alone are only counted. All of them are woken when the lock comes into use, and
 * each has to know whether it was notified, or has to go on waiting.
 */
final class Waiters {
    private final Chain waiting = new Chain();
    private final Chain returning = new Chain();

    /** They wait by the monitor alone, or come back from there. */
    private int byMonitor;

    /** So many of these were notified, or more where one was notified as its time ended. */
    private int due;

    void waitByMonitor() {
        byMonitor++;
    }

    /** The JVM has notified one of those that wait by the monitor alone, or all. */
    void notifyByMonitor(boolean all) {
        due = all ? byMonitor : Math.min(due + 1, byMonitor);
    }

    /**
     * The lock has come into use, and threads come back that waited by the monitor alone: they are the first to be
     * notified.
     *
     * @return whether there was one that had not been
     */
    boolean notifyReturning(boolean all) {
        boolean any = due < byMonitor;
        notifyByMonitor(all);
        return any;
    }

    /**
     * One has come back that waited by the monitor alone.
     *
     * @param early whether its time is not over, and nobody has interrupted it
     * @return whether it was notified
     */
    boolean backFromMonitor(boolean early) {
        boolean notified = early && due > 0;
        byMonitor--;
        due -= notified ? 1 : 0;
        return notified;
    }

    /** Whether one was notified that did not wait any more: that belongs to another one. */
    boolean takeSurplus() {
        boolean surplus = due > byMonitor;
        due -= surplus ? 1 : 0;
        return surplus;
    }

    void add(Waiter waiter) {
        waiting.add(waiter);
    }

    /** Notifies the first that has not stopped to wait; null if there is none. */
    @Nullable
    Waiter notifyOne() {
        for (Waiter waiter = waiting.first; waiter != null; waiter = waiting.first) {
            waiting.remove(waiter);
            if (waiter.take()) {
                returning.add(waiter);
                return waiter;
            }
        }
        return null;
    }

    /** It is back, or has stopped to wait. */
    void remove(Waiter waiter) {
        if (waiter.isNotified()) {
            returning.remove(waiter);
        } else {
            waiting.remove(waiter);
        }
    }

    /** Adds those that could run and have no carrier, as far as another thread can tell. */
    void addWithoutCarrier(List<Thread> threads, int most) {
        waiting.addWithoutCarrier(threads, most);
        returning.addWithoutCarrier(threads, most);
    }

    private static final class Chain {
        private static final int MOST_LOOKED_AT = 10_000;

        private @Nullable Waiter first;
        private @Nullable Waiter last;

        void add(Waiter waiter) {
            waiter.next = null;
            if (last == null) {
                first = waiter;
            } else {
                last.next = waiter;
            }
            last = waiter;
        }

        void remove(Waiter waiter) {
            Waiter before = null;
            for (Waiter at = first; at != null; at = at.next) {
                if (at == waiter) {
                    if (before == null) {
                        first = at.next;
                    } else {
                        before.next = at.next;
                    }
                    if (last == at) {
                        last = before;
                    }
                    return;
                }
                before = at;
            }
        }

        /** A link that is moved meanwhile leads elsewhere: some are missed then, until the next look. */
        void addWithoutCarrier(List<Thread> threads, int most) {
            int looked = 0;
            for (Waiter at = first; at != null && threads.size() < most && looked < MOST_LOOKED_AT; at = at.next) {
                if (CompensatingCarrier.hasNoCarrier(at.thread)) {
                    threads.add(at.thread);
                }
                looked++;
            }
        }
    }
}
