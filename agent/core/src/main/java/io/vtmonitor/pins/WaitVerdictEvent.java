package io.vtmonitor.pins;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** What is wrong with waiting virtual threads, as far as the looks so far show. */
@Name(WaitVerdictEvent.NAME)
@Label("Wait Verdict")
@Category("vt-monitor")
@Description("What is wrong with virtual threads that wait")
@StackTrace(false)
public final class WaitVerdictEvent extends Event {
    public static final String NAME = "vtmonitor.WaitVerdict";

    @Label("Look")
    long look;

    @Label("Verdict")
    String kind = "";

    @Label("Confidence")
    String confidence = "";

    @Label("Begin")
    String begin = "";

    @Label("End")
    String end = "";

    @Label("Over")
    boolean over;

    @Label("Virtual Threads")
    int threads;

    @Label("Site")
    @Nullable
    String site;

    @Label("Pool")
    @Nullable
    String pool;

    @Label("Evidence")
    String evidence = "";

    @Label("Cure")
    String cure = "";
}
