package io.vtmonitor.pins;

import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.ResourcePool.Holder;
import io.vtmonitor.report.ResourcePool.Look;
import io.vtmonitor.report.figures.StackFrame;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** What pools lend, in recordings: each long wait and hold, and all figures of each pool. */
public final class ResourceEvents {
    /** What {@link Pool} is called in a recording. */
    public static final String POOL = "io.vtmonitor.ResourcePool";

    private ResourceEvents() {}

    /** A thread waited for a resource of a pool. */
    @Name("io.vtmonitor.ResourceWait")
    @Label("Resource Wait")
    @Category("vt-monitor")
    @Description("A thread asked a pool for a resource and waited")
    @Threshold("20 ms")
    public static final class Wait extends Event {
        @Label("Pool")
        String pool = "";

        @Label("Pool Name")
        @Nullable
        String name;

        @Label("Got One")
        boolean got;
    }

    /** A resource was lent. */
    @Name("io.vtmonitor.ResourceHold")
    @Label("Resource Hold")
    @Category("vt-monitor")
    @Description("A resource of a pool was lent until this thread gave it back")
    @Threshold("20 ms")
    public static final class Hold extends Event {
        @Label("Pool")
        String pool = "";

        @Label("Pool Name")
        @Nullable
        String name;

        @Label("Borrower")
        @Nullable
        Thread borrower;
    }

    /** A pool and what it has lent so far. */
    @Name(POOL)
    @Label("Resource Pool")
    @Category("vt-monitor")
    @Description("What a pool has lent since vt-monitor began to watch it")
    @StackTrace(false)
    public static final class Pool extends Event {
        @Label("Look")
        long look;

        @Label("Number")
        int number;

        @Label("Pool")
        String pool = "";

        @Label("Pool Name")
        @Nullable
        String name;

        @Label("Lends")
        String lends = "";

        @Label("Size")
        @Description("-1 where it is not known")
        int size;

        @Label("Size for Each Route or Key")
        @Description("-1 where there is no such limit")
        int sizeOfEach;

        @Label("In Use")
        int inUse;

        @Label("Most in Use")
        int mostInUse;

        @Label("Idle")
        @Description("-1 where it is not known")
        int idle;

        @Label("Waiting Threads")
        int waiting;

        @Label("Most Waiting Threads")
        int mostWaiting;

        @Label("Borrowings")
        long borrowings;

        @Label("Failures")
        long failures;

        @Label("Wait Time")
        @Timespan(Timespan.NANOSECONDS)
        long waited;

        @Label("Longest Wait")
        @Timespan(Timespan.NANOSECONDS)
        long longestWait;

        @Label("Returns")
        long returns;

        @Label("Hold Time")
        @Timespan(Timespan.NANOSECONDS)
        long held;

        @Label("Longest Hold")
        @Timespan(Timespan.NANOSECONDS)
        long longestHold;

        @Label("Never Returned")
        long neverReturned;

        @Label("Worst Look At")
        @Nullable
        String worstAt;

        @Label("In Use Then")
        int worstInUse;

        @Label("Waiting Then")
        int worstWaiting;

        @Label("Longest Wait Then")
        @Timespan(Timespan.NANOSECONDS)
        long worstWait;

        @Label("Looked At Then")
        int worstLookedAt;

        @Label("Holders Then")
        @Description("A line each: how many, nanoseconds of the longest, how sure, what they did, where, their frames")
        @Nullable
        String holders;
    }

    /** Tells JFR of the events. */
    static void register() {
        FlightRecorder.register(Wait.class);
        FlightRecorder.register(Hold.class);
        FlightRecorder.register(Pool.class);
    }

    static void unregister() {
        FlightRecorder.unregister(Wait.class);
        FlightRecorder.unregister(Hold.class);
        FlightRecorder.unregister(Pool.class);
    }

    /** An event that begins now; null while no recording wants it. */
    public static @Nullable Object begin(boolean hold) {
        Event event = hold ? new Hold() : new Wait();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    /** Ends a wait. */
    public static void waited(Object begun, String pool, @Nullable String name, boolean got) {
        Wait event = (Wait) begun;
        event.end();
        if (event.shouldCommit()) {
            event.pool = pool;
            event.name = name;
            event.got = got;
            event.commit();
        }
    }

    /** Ends a hold. */
    public static void held(Object begun, String pool, @Nullable String name, @Nullable Thread borrower) {
        Hold event = (Hold) begun;
        event.end();
        if (event.shouldCommit()) {
            event.pool = pool;
            event.name = name;
            event.borrower = borrower;
            event.commit();
        }
    }

    static Pool event(long look, int number, ResourcePool pool) {
        Pool event = new Pool();
        event.look = look;
        event.number = number;
        event.pool = pool.pool();
        event.name = pool.name();
        event.lends = pool.lends();
        event.size = number(pool.size());
        event.sizeOfEach = number(pool.sizeOfEach());
        event.inUse = pool.inUse();
        event.mostInUse = pool.mostInUse();
        event.idle = number(pool.idle());
        event.waiting = pool.waiting();
        event.mostWaiting = pool.mostWaiting();
        event.borrowings = pool.borrowings();
        event.failures = pool.failures();
        event.waited = pool.waitNanos();
        event.longestWait = pool.longestWaitNanos();
        event.returns = pool.returns();
        event.held = pool.holdNanos();
        event.longestHold = pool.longestHoldNanos();
        event.neverReturned = pool.neverReturned();
        Look worst = pool.worst();
        if (worst != null) {
            event.worstAt = worst.at().toString();
            event.worstInUse = worst.inUse();
            event.worstWaiting = worst.waiting();
            event.worstWait = worst.longestWaitNanos();
            event.worstLookedAt = worst.lookedAt();
            event.holders = holders(worst);
        }
        return event;
    }

    private static String holders(Look look) {
        StringBuilder text = new StringBuilder();
        for (Holder holder : look.holders()) {
            text.append(text.length() == 0 ? "" : "\n")
                    .append(holder.resources())
                    .append('\t')
                    .append(holder.longestNanos())
                    .append('\t')
                    .append(holder.confidence())
                    .append('\t')
                    .append(holder.doing())
                    .append('\t')
                    .append(holder.place() == null ? "" : holder.place());
            for (StackFrame frame : holder.frames()) {
                text.append('\t').append(frame);
            }
        }
        return text.toString();
    }

    private static int number(@Nullable Integer known) {
        return known == null ? -1 : known;
    }
}
