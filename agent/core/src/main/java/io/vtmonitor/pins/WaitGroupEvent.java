package io.vtmonitor.pins;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** A group of waiting virtual threads, over all looks so far. */
@Name(WaitGroupEvent.NAME)
@Label("Wait Group")
@Category("vt-monitor")
@Description("Virtual threads that wait for the same thing at the same place")
@StackTrace(false)
public final class WaitGroupEvent extends Event {
    public static final String NAME = "vtmonitor.WaitGroup";

    @Label("Look")
    long look;

    @Label("Operation")
    String operation = "";

    @Label("Pool")
    @Nullable
    String pool;

    @Label("Blocker Class")
    @Nullable
    String blocker;

    @Label("Library")
    @Nullable
    String library;

    @Label("Library Version")
    @Nullable
    String libraryVersion;

    @Label("Site")
    String site = "";

    @Label("Caller")
    @Nullable
    String caller;

    @Label("Entry")
    @Nullable
    String entry;

    @Label("Virtual Threads")
    int threads;

    @Label("Margin")
    int margin;

    @Label("Most Virtual Threads")
    int most;

    @Label("Most on One Object")
    int mostOnOne;

    @Label("Looks")
    long looks;

    @Label("Thread Time")
    @Timespan(Timespan.NANOSECONDS)
    long threadTime;

    @Label("Arrivals")
    long arrivals;

    @Label("Frames")
    String frames = "";

    @Label("Holder Asked For")
    boolean held;

    @Label("Holder")
    @Nullable
    String holder;

    @Label("Holder Confidence")
    @Nullable
    String holderConfidence;

    @Label("Taken At")
    @Nullable
    String tookAt;

    @Label("Taken At Confidence")
    @Nullable
    String tookConfidence;

    @Label("Holder Does")
    @Nullable
    String doing;

    @Label("Held For")
    @Timespan(Timespan.NANOSECONDS)
    long heldFor;

    @Label("Note")
    @Nullable
    String note;

    @Label("Holder Frames")
    @Nullable
    String holderFrames;
}
