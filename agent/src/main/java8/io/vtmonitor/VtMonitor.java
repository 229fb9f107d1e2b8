package io.vtmonitor;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjLongConsumer;

/**
 * The entry point of the agent and of the command line, on Java 8 and later. Rules for editors: do almost nothing,
 * catch everything, have no reference to classes of ours that need a newer Java (load them by name), and write only to
 * standard error. An exception from premain ends the application.
 */
public final class VtMonitor {
    private static final String AGENT = "io.vtmonitor.agent.Agent";
    private static final String START = "io.vtmonitor.agent.Start";
    private static final String EXIT = "io.vtmonitor.agent.JvmExit";
    private static final String UNPINNING = "io.vtmonitor.agent.Unpinning";
    private static final String RESCUING = "io.vtmonitor.agent.Rescuing";
    private static final String LISTING = "io.vtmonitor.agent.ClassListing";
    private static final String COMMAND_LINE = "io.vtmonitor.cli.Main";
    private static final int AGENT_NEEDS = 21;
    private static final int COMMAND_LINE_NEEDS = 17;

    /** The argument of {@code agentmain} that ends the watch. */
    private static final String DETACH = "detach";

    /** The argument starts with this to check or free a JVM in which no virtual thread makes progress. */
    private static final String RESCUE = "rescue ";

    /** The argument starts with this to list where classes come from. The folder for the answer follows. */
    private static final String CLASSES = "classes ";

    /** The thread that starts, or has started, the watch of this JVM; empty without a watch. */
    private static final List<Starter> ENTERED = new ArrayList<>(1);

    private VtMonitor() {}

    /**
     * {@code java -javaagent:vt-monitor.jar}. A daemon thread does the work, so this returns at once, except with
     * {@code start=before-main}.
     */
    public static void premain(String options, Instrumentation instrumentation) {
        enter(options, instrumentation, "install");
        awaitRecording(options, instrumentation);
    }

    /**
     * Does not hold the lock, which the thread that starts the watch may need. Loads nothing without a watch, or if the
     * option can't be set.
     */
    private static void awaitRecording(String options, Instrumentation instrumentation) {
        try {
            if (!ENTERED.isEmpty() && GivenOptions.mayName(options, "start", "START")) {
                JarLoader.call(AGENT, "awaitRecording", options, instrumentation);
            }
        } catch (Throwable e) {
            say("can't wait for the recording: " + e + ". The application runs.");
        }
    }

    /**
     * Called when the agent is attached to a running JVM. The argument {@code detach} ends the watch, however it was
     * started.
     */
    public static void agentmain(String options, Instrumentation instrumentation) {
        String asked = options == null ? "" : options;
        if (asked.equals(DETACH)) {
            leave();
        } else if (asked.startsWith(RESCUE) || asked.startsWith(CLASSES)) {
            visit(asked.startsWith(RESCUE) ? RESCUING : LISTING, options, instrumentation);
        } else {
            enter(options, instrumentation, "attach");
        }
    }

    /** {@code java -jar vt-monitor.jar}. */
    public static void main(String[] arguments) throws Throwable {
        String refusal = refusal(System.getProperty("java.specification.version"));
        if (!refusal.isEmpty()) {
            System.err.println("vt-monitor: " + refusal + " This one is " + System.getProperty("java.home")
                    + ", JAVA_HOME is " + System.getenv("JAVA_HOME") + ".");
            System.exit(1);
        }
        try {
            // Permitted, as this process is ours. Otherwise linking the only call by reflection takes longer than the
            // call.
            System.setProperty("jdk.reflect.useNativeAccessorOnly", "true");
            Object code =
                    Class.forName(COMMAND_LINE).getMethod("run", String[].class).invoke(null, (Object) arguments);
            if ((Integer) code != 0) {
                System.exit((Integer) code); // not for 0, as exit looks for a logger first
            }
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /**
     * The current report, for callers that find this class by name: the agent has a class loader of its own.
     *
     * @return JSON as in {@code docs/report.md}; null without a watch
     */
    public static String report() throws ReflectiveOperationException {
        return (String) ofAgent("report");
    }

    /**
     * Receives the requests of the application, for callers that find this class by name. Called when a request ends,
     * on the thread that served it, with the route, such as {@code GET /orders/{id}}, and the time when that thread
     * began to serve it, in milliseconds since the epoch. The time is negative if another thread began. A call takes
     * well below a microsecond, and never throws.
     *
     * @return null without a watch, or without {@code requests=on}
     */
    @SuppressWarnings("unchecked")
    public static ObjLongConsumer<String> requests() throws ReflectiveOperationException {
        return (ObjLongConsumer<String>) ofAgent("requests");
    }

    private static Object ofAgent(String method) throws ReflectiveOperationException {
        synchronized (VtMonitor.class) {
            if (ENTERED.isEmpty()) {
                return null;
            }
        }
        return JarLoader.ours(AGENT, null).getMethod(method).invoke(null);
    }

    private static synchronized void enter(String options, Instrumentation instrumentation, String unpin) {
        Starter early = null;
        try {
            String version = System.getProperty("java.specification.version");
            if (feature(version) < AGENT_NEEDS) {
                say("off: it needs Java " + AGENT_NEEDS + " or later, this is Java "
                        + System.getProperty("java.version") + ". The application runs without it.");
                return;
            }
            if (!ENTERED.isEmpty()) {
                say("is watching already; this second -javaagent or attach is ignored.");
                return;
            }
            if (GivenOptions.mayName(options, "unpin", "UNPIN")
                    || GivenOptions.mayName(options, "resources", "RESOURCES")) {
                JarLoader.call(UNPINNING, unpin, options, instrumentation);
            }
            early = new Starter("vt-monitor-early-exit", options, instrumentation, null);
            Runtime.getRuntime().addShutdownHook(early);
            Starter starter = new Starter("vt-monitor-start", options, instrumentation, early);
            starter.start();
            ENTERED.add(starter);
        } catch (Throwable e) {
            if (early != null) {
                unhook(early);
            }
            off(e);
        }
    }

    private static synchronized void leave() {
        if (ENTERED.isEmpty()) {
            say("is not watching; there is nothing to detach.");
            return;
        }
        try {
            new Stopper(ENTERED.get(0)).start();
        } catch (Throwable e) {
            say("can't detach: " + e + ". The application runs on, watched.");
        }
    }

    private static void visit(String type, String options, Instrumentation jvm) {
        try {
            if (feature(System.getProperty("java.specification.version")) >= AGENT_NEEDS) {
                new Visitor(type, options, jvm).start();
            }
        } catch (Throwable e) {
            say("can't " + options + ": " + e + ". Nothing was done.");
        }
    }

    /** Allows the next attach. */
    private static synchronized void left(Starter starter) {
        ENTERED.remove(starter);
    }

    private static synchronized boolean isEntered(Starter starter) {
        return ENTERED.contains(starter);
    }

    private static void unhook(Starter early) {
        try {
            Runtime.getRuntime().removeShutdownHook(early);
        } catch (IllegalStateException ignored) {
            // The JVM is shutting down, and the hook already runs.
        }
    }

    /**
     * Starts the watch, or is the shutdown hook until the watch has started. One class for both, because another class
     * or a lambda takes longer to load than all the rest of premain.
     */
    private static final class Starter extends Thread {
        private final String options;
        private final Instrumentation instrumentation;
        private final Starter early;

        /** This is the hook if {@code early} is null. */
        Starter(String name, String options, Instrumentation instrumentation, Starter early) {
            super(name);
            this.options = options;
            this.instrumentation = instrumentation;
            this.early = early == null ? this : early;
            setDaemon(early != null);
            setContextClassLoader(null);
        }

        @Override
        public void run() {
            if (early == this) {
                reportEarlyEnd();
                return;
            }
            try {
                if (Boolean.FALSE.equals(JarLoader.start(START, options, instrumentation))) {
                    left(this);
                }
            } catch (Throwable e) {
                left(this);
                off(e);
            }
            unhook(early);
        }

        private void reportEarlyEnd() {
            try {
                JarLoader.ours(EXIT, options)
                        .getMethod("beforeWatch", String.class)
                        .invoke(null, options);
            } catch (Throwable ignored) {
                // The JVM is ending, and no exception may reach the application.
            }
        }
    }

    /**
     * Ends the watch on a separate thread, because the thread that attaches serves all tools and must not be delayed.
     * Waits for a start that is under way. Does not end a watch that was started after the request.
     */
    private static final class Stopper extends Thread {
        private final Starter starter;

        Stopper(Starter starter) {
            super("vt-monitor-stop");
            this.starter = starter;
            setDaemon(true);
            setContextClassLoader(null);
        }

        @Override
        public void run() {
            try {
                starter.join();
                synchronized (Stopper.class) {
                    if (isEntered(starter)
                            && Boolean.TRUE.equals(JarLoader.ours(AGENT, null)
                                    .getMethod("stop")
                                    .invoke(null))) {
                        left(starter);
                    }
                }
            } catch (Throwable e) {
                say("can't detach: " + e + ". The application runs on.");
            }
        }
    }

    private static void off(Throwable e) {
        try {
            say("off: " + e + ". The application runs without it.");
        } catch (Throwable ignored) {
            // There is not enough memory to print this. No exception may reach the application.
        }
    }

    static void say(String text) {
        System.err.println("vt-monitor: " + text);
    }

    /** Why the command line can't run on this Java; empty if it can. */
    static String refusal(String specificationVersion) {
        return feature(specificationVersion) >= COMMAND_LINE_NEEDS
                ? ""
                : "this needs Java " + COMMAND_LINE_NEEDS + " or later to run, Java " + specificationVersion
                        + " was started.";
    }

    /** 8 for {@code 1.8}, 21 for {@code 21}; 0 if the text is not a version. */
    static int feature(String specificationVersion) {
        try {
            return Integer.parseInt(
                    specificationVersion.startsWith("1.") ? specificationVersion.substring(2) : specificationVersion);
        } catch (RuntimeException ignored) {
            return 0;
        }
    }
}
