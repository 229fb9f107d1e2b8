package io.vtmonitor.pins;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** What pools lend, in recordings: each long wait and hold. All figures of each pool are in {@link StateEvent}. */
public final class ResourceEvents {
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

    /** Tells JFR of the events. */
    static void register() {
        FlightRecorder.register(Wait.class);
        FlightRecorder.register(Hold.class);
    }

    static void unregister() {
        FlightRecorder.unregister(Wait.class);
        FlightRecorder.unregister(Hold.class);
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
}
