package io.vtmonitor;

import java.lang.instrument.Instrumentation;

/** x. */
public final class VtMonitor {
    private VtMonitor() {}

    /** x. */
    public static void premain(String options, Instrumentation instrumentation) {
        System.err.println("hi");
    }
}
