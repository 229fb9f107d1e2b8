package io.vtmonitor.waits.census;

import io.vtmonitor.common.JdkInternals;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.waits.FrameProofs;
import io.vtmonitor.waits.LastOwner;
import io.vtmonitor.waits.Phase;
import io.vtmonitor.waits.SiteReader;
import io.vtmonitor.waits.census.Snapshots.Snapshot;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Who has what a thread waits for, and what that one waits for itself: a lock, a monitor, the end of a thread, or the
 * result of a task that a thread runs. Of one look: it refers to objects of the application and must not be kept.
 */
final class OwnerChain {
    private static final int MOST_STEPS = 20;

    private final Waited waited;
    private final Census census;
    private final @Nullable Monitors monitors;
    private final IdentityHashMap<Thread, End> ends = new IdentityHashMap<>();

    OwnerChain(Waited waited, Census census, @Nullable Monitors monitors) {
        this.waited = waited;
        this.census = census;
        this.monitors = monitors;
    }

    /**
     * What reads all this.
     *
     * @param snapshots null where the JVM has none
     */
    record Waited(
            OwnedLocks locks,
            Phases phases,
            Blockers blockers,
            Awaited awaited,
            @Nullable Snapshots snapshots) {}

    /** What the JDK notes of a virtual thread whose end others wait for, and of a task whose result they wait for. */
    static final class Awaited {
        private final @Nullable VarHandle termination;
        private final @Nullable VarHandle sync;
        private final @Nullable VarHandle runner;

        /** Where this JDK looks different inside, it notes nothing. */
        Awaited(JdkInternals internals) {
            termination = field(internals, "java.lang.VirtualThread", "termination", CountDownLatch.class.getName());
            sync = field(internals, CountDownLatch.class.getName(), "sync", CountDownLatch.class.getName() + "$Sync");
            runner = field(internals, FutureTask.class.getName(), "runner", Thread.class.getName());
        }

        private static @Nullable VarHandle field(JdkInternals internals, String owner, String name, String type) {
            try {
                Class<?> in = JdkInternals.named(owner);
                return internals.in(in).findVarHandle(in, name, JdkInternals.named(type));
            } catch (ReflectiveOperationException ignored) {
                return null;
            }
        }

        /** What threads that join it are parked for; null as long as none does. */
        @Nullable
        Object end(Thread virtual) {
            if (termination == null || sync == null) {
                return null;
            }
            CountDownLatch latch = (CountDownLatch) termination.getVolatile(virtual);
            return latch == null ? null : (Object) sync.get(latch);
        }

        /** Who runs it; null before it is run, and once it has its result. */
        @Nullable
        Thread runner(FutureTask<?> task) {
            return runner == null ? null : (Thread) runner.getVolatile(task);
        }
    }

    /** The end of a platform thread. Who waits for that waits on the thread, and not for its monitor. */
    private static final class End {
        private final Thread thread;

        End(Thread thread) {
            this.thread = thread;
        }
    }

    /** Whoever waits for a lock that several read continues only after each of them has released it. */
    @Nullable
    Thread owner(Object thing) {
        if (thing instanceof End end) {
            return end.thread;
        }
        if (thing instanceof FutureTask<?> task) {
            return waited.awaited().runner(task);
        }
        if (thing instanceof AbstractOwnableSynchronizer) {
            Thread owner = waited.locks().owner(thing);
            Thread reader = owner != null ? owner : waited.locks().oneReader(thing);
            return reader != null ? reader : census.joined(thing);
        }
        Monitors.Owner owner = monitors == null ? null : monitors.owner(thing);
        return owner == null ? null : owner.thread();
    }

    /** Whether this is the end of a thread. */
    boolean isEnd(Object thing) {
        return thing instanceof End || census.joined(thing) != null;
    }

    /** Who waits for a time makes progress by itself. */
    @Nullable
    Object waitsFor(Thread thread) {
        boolean virtual = waited.phases().isVirtual(thread);
        Phase phase = virtual ? waited.phases().of(thread) : null;
        if (virtual ? phase == Phase.BLOCKED : thread.getState() == Thread.State.BLOCKED) {
            return monitors == null ? null : monitors.entering().get(thread);
        }
        if (virtual ? phase == Phase.WAITING : thread.getState() == Thread.State.WAITING && isInWait(thread)) {
            return joins(thread);
        }
        boolean parked = virtual ? phase == Phase.PARKED : thread.getState() == Thread.State.WAITING;
        Object blocker = parked ? waited.blockers().of(thread) : null;
        return blocker instanceof AbstractOwnableSynchronizer || blocker instanceof FutureTask ? blocker : null;
    }

    private boolean isInWait(Thread platform) {
        return waited.blockers().of(platform) == null;
    }

    /** Threads of another kind than a virtual one are joined by a wait on them, until they have ended. */
    private @Nullable Object joins(Thread thread) {
        if (waited.snapshots() == null || thread.getState() != Thread.State.WAITING) {
            return null;
        }
        Snapshot snapshot = waited.snapshots().of(thread);
        return snapshot != null && snapshot.waitingOn() instanceof Thread joined && isJoin(snapshot.frames())
                ? ends.computeIfAbsent(joined, End::new)
                : null;
    }

    private static boolean isJoin(List<StackTraceElement> trace) {
        for (StackTraceElement frame : trace) {
            if (!frame.getClassName().equals("java.lang.Object")) {
                return frame.getClassName().equals("java.lang.Thread")
                        && frame.getMethodName().equals("join");
            }
        }
        return false;
    }

    private @Nullable Object wantedLock(Thread thread) {
        Object thing = waitsFor(thread);
        return thing == null || thing instanceof FutureTask || isEnd(thing) ? null : thing;
    }

    /** The owners from one on, each of which waits for what the next one has; a cycle ends before it repeats. */
    List<Thread> from(Thread first) {
        return from(first, this::waitsFor);
    }

    private List<Thread> from(Thread first, Function<Thread, @Nullable Object> waitsFor) {
        List<Thread> chain = new ArrayList<>(List.of(first));
        while (chain.size() < MOST_STEPS) {
            Object next = waitsFor.apply(chain.get(chain.size() - 1));
            Thread owner = next == null ? null : owner(next);
            if (owner == null || chain.contains(owner)) {
                break;
            }
            chain.add(owner);
        }
        return chain;
    }

    /**
     * The end of the chain of locks and monitors that begins with the owner of something; null where that is the owner,
     * or a cycle.
     */
    @Nullable
    LastOwner last(Object thing, Owners owners, FrameProofs proofs) {
        Thread first = owner(thing);
        List<Thread> chain = first == null ? List.of() : from(first, this::wantedLock);
        Object more = chain.isEmpty() ? null : wantedLock(chain.get(chain.size() - 1));
        if (chain.size() < 2 || (more != null && owner(more) != null)) {
            return null;
        }
        Thread waits = chain.get(chain.size() - 2);
        List<StackTraceElement> trace = List.of(waits.getStackTrace());
        Object wanted = wantedLock(waits);
        boolean lock = wanted instanceof AbstractOwnableSynchronizer;
        WaitHolder holder = null;
        if (wanted != null && lock) {
            holder = owners.holder(wanted, trace);
        } else if (wanted != null && monitors != null) {
            holder = monitors.holder(wanted, owners, proofs);
        }
        return holder == null || holder.thread() == null
                ? null
                : new LastOwner(holder, lock ? "lock" : "monitor", chain.size() - 2, SiteReader.frames(trace));
    }
}
