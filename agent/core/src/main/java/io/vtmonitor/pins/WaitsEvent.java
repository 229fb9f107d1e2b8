package io.vtmonitor.pins;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** What all looks at waiting virtual threads came to so far; groups and verdicts of the same look follow it. */
@Name(WaitsEvent.NAME)
@Label("Waits")
@Category("vt-monitor")
@Description("How often vt-monitor looked at what all virtual threads wait for")
@StackTrace(false)
@Period("endChunk")
public final class WaitsEvent extends Event {
    public static final String NAME = "vtmonitor.Waits";

    @Label("Looks")
    long looks;

    @Label("Watched")
    @Timespan(Timespan.NANOSECONDS)
    long watched;

    @Label("Cost")
    @Timespan(Timespan.NANOSECONDS)
    long cost;

    @Label("Virtual Threads")
    int threads;

    @Label("Most Virtual Threads")
    int most;

    @Label("Groups Left Out")
    int groupsLeftOut;

    @Label("Limits")
    @Description("What these figures can't show, a line each")
    String limits = "";
}
