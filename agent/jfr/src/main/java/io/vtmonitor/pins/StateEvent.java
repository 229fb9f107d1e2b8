package io.vtmonitor.pins;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** A part of what the agent has found so far. The latest number with all its parts counts. */
@Name(StateEvent.NAME)
@Label("State")
@Category("vt-monitor")
@Description("What virtual threads waited for, what pools lent, and the stalls so far, as the report's JSON has it")
@StackTrace(false)
@Period("endChunk")
public final class StateEvent extends Event {
    public static final String NAME = "vtmonitor.State";

    @Label("Number")
    @Description("All parts of a state have the same, and a later state has a higher one")
    long number;

    @Label("Part")
    @Description("From 0 on")
    int part;

    @Label("Parts")
    int parts;

    @Label("Text")
    @Description("JSON, if all parts are joined")
    String text = "";
}
