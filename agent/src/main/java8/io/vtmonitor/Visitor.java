package io.vtmonitor;

import java.lang.instrument.Instrumentation;

/** Executes a command on a separate thread, because the thread that attaches serves all tools. */
final class Visitor extends Thread {
    private final String type;
    private final String options;
    private final Instrumentation instrumentation;

    Visitor(String type, String options, Instrumentation instrumentation) {
        super("vt-monitor-visit");
        this.type = type;
        this.options = options;
        this.instrumentation = instrumentation;
        setDaemon(true);
        setContextClassLoader(null);
    }

    @Override
    public void run() {
        try {
            JarLoader.call(type, "run", options, instrumentation);
        } catch (Throwable e) {
            VtMonitor.say("can't " + options + ": " + e + ". Nothing was done.");
        }
    }
}
