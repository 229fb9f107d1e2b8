package io.vtmonitor.waits.census;

import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.waits.census.Snapshots.Snapshot;
import java.lang.instrument.Instrumentation;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who owns the lock of {@code java.util.concurrent} that a thread waits for, platform or virtual; from JDK 25 on, who
 * owns the monitor that it waits to enter, too.
 */
@SuppressWarnings("ReferenceEquality") // monitors are told apart by identity
public final class LockOwners {
    private static final int MOST_CANDIDATES = 500;

    private final OwnedLocks locks;
    private final @Nullable Snapshots snapshots;

    private LockOwners(OwnedLocks locks, @Nullable Snapshots snapshots) {
        this.locks = locks;
        this.snapshots = snapshots;
    }

    /**
     * Opens what the JDK keeps to itself, to us alone.
     *
     * @throws ReflectiveOperationException where this JDK looks different inside
     */
    public static LockOwners open(Instrumentation instrumentation) throws ReflectiveOperationException {
        JdkInternals internals = JdkInternals.open(instrumentation);
        return new LockOwners(new OwnedLocks(internals), Snapshots.open(internals));
    }

    /**
     * A thread that has what another one waits for.
     *
     * @param owner the thread
     * @param monitor whether that is a monitor
     */
    public record Held(Thread owner, boolean monitor) {}

    /** One look. Refers to objects of the application and must not be kept. */
    public static final class Look {
        private final Supplier<@Nullable LockOwners> opened;
        private final Supplier<List<Thread>> candidates;
        private @Nullable IdentityHashMap<Object, Thread> monitors;

        /**
         * @param opened asked once an owner is looked for; null where this JDK looks different inside
         * @param candidates threads that may own monitors: no others are looked at, and of these the first 500
         */
        public Look(Supplier<@Nullable LockOwners> opened, Supplier<List<Thread>> candidates) {
            this.opened = opened;
            this.candidates = candidates;
        }

        /** Null where it waits for nothing whose owner is known, or for a limited time. */
        public @Nullable Held blocking(Thread thread) {
            Thread.State state = thread.getState();
            LockOwners owners = state == Thread.State.WAITING || state == Thread.State.BLOCKED ? opened.get() : null;
            if (owners == null) {
                return null;
            }
            if (state == Thread.State.BLOCKED) {
                return owners.snapshots == null ? null : entering(thread, owners.snapshots);
            }
            Thread owner = owners.locks.owner(LockSupport.getBlocker(thread));
            return owner == null ? null : new Held(owner, false);
        }

        private @Nullable Held entering(Thread thread, Snapshots snapshots) {
            Snapshot entering = snapshots.of(thread);
            Object monitor = entering == null ? null : entering.blockedOn();
            if (monitor == null) {
                return null;
            }
            IdentityHashMap<Object, Thread> owned = monitors;
            if (owned == null) {
                owned = owned(snapshots);
                monitors = owned;
            }
            Thread owner = owned.get(monitor);
            return owner == null || owner == thread ? null : new Held(owner, true);
        }

        /** JDK-8361926: a thread that waits for a monitor can be shown as its owner. */
        private IdentityHashMap<Object, Thread> owned(Snapshots snapshots) {
            IdentityHashMap<Object, Thread> owned = new IdentityHashMap<>();
            List<Thread> all = candidates.get();
            for (Thread candidate : all.subList(0, Math.min(MOST_CANDIDATES, all.size()))) {
                Snapshot snapshot = snapshots.of(candidate);
                if (snapshot != null) {
                    for (List<Object> ofFrame : snapshot.owned()) {
                        for (Object each : ofFrame) {
                            if (each != snapshot.blockedOn() && each != snapshot.waitingOn()) {
                                owned.put(each, candidate);
                            }
                        }
                    }
                }
            }
            return owned;
        }
    }
}
