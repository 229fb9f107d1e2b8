package io.vtmonitor;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjLongConsumer;

/**
 * The door: agent and command line enter here, on every Java from 8 on. Rules for editors: do almost nothing, catch
 * everything, keep no reference to classes of ours that need a newer Java (they are loaded by name), and write to
 * standard error only. What is thrown out of premain kills the application.
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

    /** The argument that asks about a JVM that stands still, or frees it, begins with this. */
    private static final String RESCUE = "rescue ";

    /** A folder follows: there it says where its classes come from. */
    private static final String CLASSES = "classes ";

    /** Who starts the watch that is in this JVM, or has started it; empty where there is none. */
    private static final List<Starter> ENTERED = new ArrayList<>(1);

    private VtMonitor() {}

    /**
     * {@code java -javaagent:vt-monitor.jar}. Returns at once unless {@code start=before-main}: the work goes to a
     * daemon thread.
     */
    public static void premain(String options, Instrumentation instrumentation) {
        enter(options, instrumentation, "install");
        awaitRecording(options, instrumentation);
    }

    /** Not under the lock: the thread that starts the watch may need it. Where nothing is watched, nothing is asked. */
    private static void awaitRecording(String options, Instrumentation instrumentation) {
        try {
            if (!ENTERED.isEmpty() && GivenOptions.mayName(options, "start", "START")) {
                JarLoader.call(AGENT, "awaitRecording", options, instrumentation);
            }
        } catch (Throwable e) {
            say("can't wait for the recording: " + e + ". The application runs.");
        }
    }

    /** Attached to a running JVM; with the option {@code detach} the watch ends, whoever began it. */
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
            // This process is ours. A call by reflection, of which there is one, is otherwise linked for longer than it
            // runs.
            System.setProperty("jdk.reflect.useNativeAccessorOnly", "true");
            Object code =
                    Class.forName(COMMAND_LINE).getMethod("run", String[].class).invoke(null, (Object) arguments);
            if ((Integer) code != 0) {
                System.exit((Integer) code); // it looks for a logger first, so not to say 0
            }
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /**
     * The report as it is now, for callers that find this class by name: the agent has a class loader of its own.
     *
     * @return JSON as in {@code docs/report.md}; null where nothing is watched
     */
    public static String report() throws ReflectiveOperationException {
        return (String) ofAgent("report");
    }

    /**
     * Takes the requests of the application as they end, on the thread that served them, likewise: by the route, such
     * as {@code GET /orders/{id}}, and the time at which that thread began, in milliseconds since the epoch, negative
     * where it was another thread. That takes well below a microsecond, and never throws.
     *
     * @return null where nothing is watched, or not with {@code requests=on}
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

    /** From now on an attach is let in again. */
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
            // The JVM is shutting down and the hook runs already; it reads the state that is there.
        }
    }

    /**
     * Starts the watch, and is the shutdown hook that is there meanwhile: a class for each, or a lambda, takes longer
     * to load than all the rest of premain.
     */
    private static final class Starter extends Thread {
        private final String options;
        private final Instrumentation instrumentation;
        private final Starter early;

        /** The hook where {@code early} is null. */
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
                tellEarlyEnd();
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

        private void tellEarlyEnd() {
            try {
                JarLoader.ours(EXIT, options)
                        .getMethod("beforeWatch", String.class)
                        .invoke(null, options);
            } catch (Throwable ignored) {
                // The JVM is ending: nothing can be done about it, and nothing may reach the application.
            }
        }
    }

    /**
     * Ends the watch on a thread of its own: the one that attaches serves all tools and must not be held up. Waits for
     * a start that is under way, and ends no watch but the one that was there when it was asked for.
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
            // There is no memory even for this line, and nothing may reach the application.
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

    /** 8 for {@code 1.8}, 21 for {@code 21}; 0 where the text is no version. */
    static int feature(String specificationVersion) {
        try {
            return Integer.parseInt(
                    specificationVersion.startsWith("1.") ? specificationVersion.substring(2) : specificationVersion);
        } catch (RuntimeException ignored) {
            return 0;
        }
    }
}
