package io.vtmonitor.cli;

import io.vtmonitor.advice.KnowledgeBase;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Loads the classes that {@code analyze} will need on a second thread while the first one reads. For a small recording,
 * loading took a third of the first thread's time. The list is in the order in which they are needed. A class that is
 * missing from it, or no longer exists, only costs time.
 *
 * <p>They are loaded, not initialized: that is for the thread that needs them, which so never waits for this one in a
 * circle.
 */
final class AnalyzeClassPreloader extends Thread {
    /** A binary name a line; {@code .ci/classes-ahead} writes it. */
    static final String LIST = "analyze.classes";

    /** With the first class that the knowledge base takes, it can be read as well. */
    private static final String KNOWLEDGE = "io.vtmonitor.advice.PackedKnowledge";

    private AnalyzeClassPreloader() {
        super("vt-monitor-classes");
        setDaemon(true);
    }

    /** Returns at once. */
    static void begin() {
        if (Runtime.getRuntime().availableProcessors() > 1) {
            new AnalyzeClassPreloader().start();
        }
    }

    @Override
    public void run() {
        try (InputStream in = AnalyzeClassPreloader.class.getResourceAsStream(LIST)) {
            if (in != null) {
                load(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
            }
        } catch (IOException ignored) {
            // Loading ahead saves time only: the classes are loaded when they are needed.
        }
    }

    private static void load(String names) {
        ClassLoader loader = AnalyzeClassPreloader.class.getClassLoader();
        int from = 0;
        for (int to = names.indexOf('\n'); to >= 0; to = names.indexOf('\n', from)) {
            String name = names.substring(from, to);
            try {
                Class.forName(name, false, loader);
                if (name.equals(KNOWLEDGE)) {
                    KnowledgeBase.readAhead();
                }
            } catch (ClassNotFoundException | LinkageError ignored) {
                // The list may be of another JDK or build: code that needs the class fails by itself.
            }
            from = to + 1;
        }
    }
}
