package io.vtmonitor.pins;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * What a report needs to know of the JVM, written by the agent at the begin of each chunk and whenever it changes: the
 * JDK's own events that tell the same carry all system properties and arguments, which may hold secrets.
 */
@Name(AgentInfoEvent.NAME)
@Label("Watch")
@Category("vt-monitor")
@Description("The watched JVM, as vt-monitor needs it")
@StackTrace(false)
@Period("beginChunk")
public final class AgentInfoEvent extends Event {
    public static final String NAME = "vtmonitor.Watch";

    @Label("Java Version")
    String javaVersion = "";

    @Label("Parallelism")
    int parallelism;

    @Label("Parallelism From")
    String parallelismFrom = "";

    @Label("Maximum Pool Size")
    int maxPoolSize;

    @Label("Minimum Runnable")
    int minRunnable;

    @Label("Parallelism Changes")
    @Description("When it changed, ns since the epoch, and to what")
    String parallelismChanges = "";

    @Label("Pinned Threshold")
    @Timespan(Timespan.NANOSECONDS)
    long pinnedThreshold;

    @Label("Monitor Threshold")
    @Timespan(Timespan.NANOSECONDS)
    long monitorThreshold;

    @Label("File Threshold")
    @Timespan(Timespan.NANOSECONDS)
    long fileThreshold;

    @Label("Events Allowed a Second")
    @Description("Of a kind; where more come, the budget raises the kind's threshold")
    long budget;

    @Label("Pinned Threshold, Highest")
    @Timespan(Timespan.NANOSECONDS)
    @Description("Zero where the budget has not raised it, as with the other two")
    long pinnedThresholdRaised;

    @Label("Pinned Threshold, Raised For")
    @Timespan(Timespan.NANOSECONDS)
    long pinnedThresholdRaisedFor;

    @Label("Monitor Threshold, Highest")
    @Timespan(Timespan.NANOSECONDS)
    long monitorThresholdRaised;

    @Label("Monitor Threshold, Raised For")
    @Timespan(Timespan.NANOSECONDS)
    long monitorThresholdRaisedFor;

    @Label("File Threshold, Highest")
    @Timespan(Timespan.NANOSECONDS)
    long fileThresholdRaised;

    @Label("File Threshold, Raised For")
    @Timespan(Timespan.NANOSECONDS)
    long fileThresholdRaisedFor;

    @Label("Changed Settings")
    @Description("What somebody else changed: when, ns since the epoch, of which event, to which threshold (-1 is off)")
    String changedSettings = "";

    @Label("Legacy Locking")
    boolean legacyLocking;

    @Label("Stack Depth")
    int stackDepth;

    @Label("JVM Start (ns since the epoch)")
    long jvmStart;

    @Label("VM Name")
    String vmName = "";

    @Label("Class Path")
    @Description("Class path, module path and the JDK's home, where an analysis on the same machine finds class files")
    String classPath = "";
}
