package io.vtmonitor.agent;

import io.vtmonitor.common.Pause;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads the classes that the watch may come to need, a few at a time, when the start is over. A deployment that copies
 * a new jar over ours while this JVM runs would make every later look into it fail, and the report at exit with it.
 */
final class AgentClassPreloader implements AutoCloseable {
    /** Until then the application has the processors to itself. */
    private static final long CALM_NANOS = 3_000_000_000L;

    private static final int AT_ONCE = 16;
    private static final long PAUSE_NANOS = 10_000_000;
    private static final String OURS = "io/vtmonitor/";

    /** Not the command line's, nor what {@link #rehearsal} loads of the libraries. */
    private static final List<String> PACKAGES = List.of(
            "agent/",
            "model/",
            "common/",
            "report/",
            "jfr/",
            "recording/",
            "live/",
            "pins/",
            "classfile/",
            "bytecode/",
            "holders/",
            "advice/",
            "diagnosis/",
            "tally/",
            "timeline/",
            "plan/",
            "scheduler/",
            "metrics/",
            "http/",
            "log/",
            "waits/",
            "shaded/asm/");

    /** What writes JSON: which of it is used depends on how much there is to write. */
    private static final List<String> JSON = List.of("shaded/jackson/databind/ser/", "shaded/jackson/core/");

    private final List<String> packages;
    private final Runnable rehearsal;
    private final Pause pause = new Pause();
    private final Thread thread;

    private AgentClassPreloader(boolean json, Runnable rehearsal) {
        packages = new ArrayList<>(PACKAGES);
        if (json) {
            packages.addAll(JSON);
        }
        this.rehearsal = rehearsal;
        thread = new Thread(null, this::load, "vt-monitor-classes", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
    }

    /**
     * Begins on a thread of its own, which ends when all is loaded.
     *
     * @param json whether JSON will be written
     * @param rehearsal done once, for the classes of libraries that it uses
     */
    static AgentClassPreloader start(boolean json, Runnable rehearsal) {
        AgentClassPreloader ahead = new AgentClassPreloader(json, rehearsal);
        ahead.thread.start();
        return ahead;
    }

    private void load() {
        try {
            if (pause.await(CALM_NANOS)) {
                return;
            }
            ClassLoader loader = AgentClassPreloader.class.getClassLoader();
            int loaded = 0;
            for (String name : names()) {
                Class.forName(name, false, loader);
                if (++loaded % AT_ONCE == 0 && pause.await(PAUSE_NANOS)) {
                    return;
                }
            }
            rehearsal.run();
        } catch (Throwable ignored) {
            // Loading ahead saves time only: the code that needs a class loads it and reports its failure.
        }
    }

    private List<String> names() throws Exception {
        List<String> names = new ArrayList<>();
        URI jar = AgentClassPreloader.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI();
        try (JarFile file = new JarFile(Path.of(jar).toFile())) {
            Enumeration<JarEntry> entries = file.entries();
            while (entries.hasMoreElements()) {
                String name = entries.nextElement().getName();
                if (name.endsWith(".class") && isWanted(name)) {
                    names.add(
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'));
                }
            }
        }
        return names;
    }

    private boolean isWanted(String name) {
        for (String wanted : packages) {
            if (name.startsWith(OURS) && name.startsWith(wanted, OURS.length())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        pause.end();
        try {
            thread.join(1_000);
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
    }
}
