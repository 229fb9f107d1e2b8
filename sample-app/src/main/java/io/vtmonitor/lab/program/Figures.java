package io.vtmonitor.lab.program;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** What the programs share: how they print, and how their threads are named on the command line. */
final class Figures {
    private Figures() {}

    /** Waits for the line that lets the program begin, or for the end of the input. */
    static void awaitGo() throws IOException {
        int character = System.in.read();
        while (character != '\n' && character >= 0) {
            character = System.in.read();
        }
    }

    static void print(String name, double value) {
        System.out.println(name + "=" + value);
    }

    static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    /** {@code platform} or {@code virtual}. */
    static ThreadFactory factory(String kind) {
        return switch (kind) {
            case "platform" -> Thread.ofPlatform().factory();
            case "virtual" -> Thread.ofVirtual().factory();
            default -> throw new IllegalArgumentException("'" + kind + "'; accepted: platform, virtual");
        };
    }

    /**
     * {@code platform:16} and {@code virtual:16} are pools of so many, {@code virtual} is a new thread for each task.
     */
    static ExecutorService executor(String threads) {
        var parts = threads.split(":", 2);
        return parts.length == 1
                ? Executors.newThreadPerTaskExecutor(factory(parts[0]))
                : Executors.newFixedThreadPool(Integer.parseInt(parts[1]), factory(parts[0]));
    }

    /** Bytes of live objects, after a collection. */
    static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
