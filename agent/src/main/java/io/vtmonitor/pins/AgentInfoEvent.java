package io.vtmonitor.pins;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/**
 * What a report needs to know of the JVM, written by the agent at the begin of each chunk: the JDK's own events that
 * tell the same carry all system properties and arguments, which may hold secrets.
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

    @Label("Pinned Threshold (ns)")
    long pinnedThreshold;

    @Label("Monitor Threshold (ns)")
    long monitorThreshold;

    @Label("File Threshold (ns)")
    long fileThreshold;

    @Label("Legacy Locking")
    boolean legacyLocking;

    @Label("Stack Depth")
    int stackDepth;

    @Label("JVM Start (ns since the epoch)")
    long jvmStart;

    @Label("VM Name")
    String vmName = "";
}
