package io.vtmonitor.pins;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;
import org.jspecify.annotations.Nullable;

/** How many virtual threads waited for one kind of thing over time, as far as the looks so far show. */
@Name(WaitTimelineEvent.NAME)
@Label("Waits over Time")
@Category("vt-monitor")
@Description("How many virtual threads waited for one kind of thing, over time")
@StackTrace(false)
public final class WaitTimelineEvent extends Event {
    public static final String NAME = "vtmonitor.WaitTimeline";

    @Label("Look")
    long look;

    @Label("Operation")
    String operation = "";

    @Label("Pool")
    @Nullable
    String pool;

    @Label("Begin")
    @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
    long begin;

    @Label("Time of a Bin")
    @Timespan(Timespan.SECONDS)
    long binLength;

    @Label("Looks by Bin")
    String looks = "";

    @Label("Virtual Threads by Bin")
    @Description("The mean of the looks of each bin")
    String threads = "";
}
