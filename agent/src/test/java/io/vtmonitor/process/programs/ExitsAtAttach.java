package io.vtmonitor.process.programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** At a line: exits with 5 as soon as an agent begins to start, long before it can watch. */
public final class ExitsAtAttach {
    private ExitsAtAttach() {}

    public static void main(String[] args) throws Exception {
        System.out.println("ready");
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        System.out.println("looking");
        ThreadGroup all = Thread.currentThread().getThreadGroup().getParent();
        Thread[] threads = new Thread[256];
        while (true) {
            int count = all.enumerate(threads);
            for (int i = 0; i < count; i++) {
                if (threads[i].getName().equals("vt-monitor-start")) {
                    System.exit(5);
                }
            }
        }
    }
}
