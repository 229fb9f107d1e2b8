package io.vtmonitor.process.programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InaccessibleObjectException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;

/**
 * An application that notices what is done to its JVM. Prints {@code ready}, waits for a line, pins once (JDK 21),
 * prints what it found, and exits with 7.
 */
public final class Host {
    private static final Object MONITOR = new Object();

    private Host() {}

    public static void main(String[] args) throws Exception {
        Properties before = (Properties) System.getProperties().clone();
        PrintStream out = System.out;
        PrintStream err = System.err;
        Thread.ofVirtual().start(() -> pin(0)).join(); // JDK 21: what the first one costs is taken off its time
        System.out.println("ready");
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        Thread.ofVirtual().start(() -> pin(50)).join();
        Thread.sleep(1_200); // so that the stream has told of it
        say("properties", changed(before));
        say("streams", out == System.out && err == System.err ? "kept" : "replaced");
        say("handler", String.valueOf(Thread.getDefaultUncaughtExceptionHandler()));
        say("java.lang", isOpen() ? "open" : "closed");
        say("opened", opened());
        say("threads", threads());
        say("loaders", loaders());
        say("interrupted", String.valueOf(Thread.currentThread().isInterrupted()));
        System.exit(7);
    }

    private static void pin(long millis) {
        synchronized (MONITOR) {
            LockSupport.parkNanos(1 + millis * 1_000_000);
        }
    }

    private static void say(String what, String found) {
        System.out.println(what + ": " + found);
    }

    private static String changed(Properties before) {
        TreeSet<String> names = new TreeSet<>(System.getProperties().stringPropertyNames());
        names.addAll(before.stringPropertyNames());
        names.removeIf(name -> Objects.equals(before.getProperty(name), System.getProperty(name)));
        return names.toString();
    }

    /** The application must not gain access that it would not have without an agent. */
    private static boolean isOpen() throws NoSuchFieldException {
        try {
            Thread.class.getDeclaredField("tid").setAccessible(true);
            return true;
        } catch (InaccessibleObjectException ignored) {
            return false;
        }
    }

    /** Packages of the JDK that were exported or opened to the application's class path alone. */
    private static String opened() {
        Module own = Host.class.getModule();
        TreeSet<String> names = new TreeSet<>();
        for (Module module : ModuleLayer.boot().modules()) {
            for (String name : module.getPackages()) {
                if ((module.isExported(name, own) && !module.isExported(name))
                        || (module.isOpen(name, own) && !module.isOpen(name))) {
                    names.add(name);
                }
            }
        }
        return names.toString();
    }

    /** Threads of ours that would keep the JVM alive. */
    private static String threads() {
        TreeSet<String> names = new TreeSet<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("vt-monitor") && !thread.isDaemon()) {
                names.add(thread.getName());
            }
        }
        return names.toString();
    }

    /** Threads of ours that hold a class loader of the application. */
    private static String loaders() {
        TreeSet<String> names = new TreeSet<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("vt-monitor") && thread.getContextClassLoader() != null) {
                names.add(thread.getName());
            }
        }
        return names.toString();
    }
}
