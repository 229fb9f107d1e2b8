package io.vtmonitor.process.programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * Keeps the agent's lock until an attach and then a detach wait: prints {@code held}, {@code starting} when the one
 * does, {@code stopping} when the other does, lets go, and ends with its input. Has the agent's jar on its class path.
 */
public final class HoldsAgent {
    private HoldsAgent() {}

    public static void main(String[] args) throws Exception {
        synchronized (agent()) {
            System.out.println("held");
            awaitThatWaits("vt-monitor-start");
            System.out.println("starting");
            awaitThatWaits("vt-monitor-stop");
            System.out.println("stopping");
        }
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (input.readLine() != null) {
            // until the test has seen enough
        }
    }

    /** The class as the agent has it, which is loaded by a loader of its own. */
    private static Object agent() throws ReflectiveOperationException {
        Method ours = Class.forName("io.vtmonitor.JarLoader").getDeclaredMethod("ours", String.class, String.class);
        ours.setAccessible(true);
        return ours.invoke(null, "io.vtmonitor.agent.Agent", null);
    }

    private static void awaitThatWaits(String name) throws InterruptedException {
        Set<Thread.State> waiting = Set.of(Thread.State.BLOCKED, Thread.State.WAITING);
        long end = System.nanoTime() + 30_000_000_000L;
        while (Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals(name) && waiting.contains(thread.getState()))) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException(name + " does not wait");
            }
            Thread.sleep(10);
        }
    }
}
