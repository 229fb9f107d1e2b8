package io.vtmonitor;

import java.lang.instrument.Instrumentation;

/** Looks, or frees, on a thread of its own: the one that attaches serves all tools and must not be held up. */
final class Rescuer extends Thread {
    private static final String RESCUING = "io.vtmonitor.agent.Rescuing";

    private final String options;
    private final Instrumentation instrumentation;

    Rescuer(String options, Instrumentation instrumentation) {
        super("vt-monitor-rescue");
        this.options = options;
        this.instrumentation = instrumentation;
        setDaemon(true);
        setContextClassLoader(null);
    }

    @Override
    public void run() {
        try {
            JarLoader.call(RESCUING, "run", options, instrumentation);
        } catch (Throwable e) {
            VtMonitor.say("can't rescue: " + e + ". Nothing was done.");
        }
    }
}
