package io.vtmonitor.process.programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Works on virtual threads and counts it. Of each line it reads it tells the count; at the end of its input it exits
 * with 7.
 */
public final class WorksOn {
    private static final AtomicLong DONE = new AtomicLong();

    private WorksOn() {}

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 50; i++) {
            Thread.ofVirtual().start(WorksOn::work);
        }
        System.out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(line + " " + DONE.get());
        }
        System.exit(7);
    }

    private static void work() {
        while (true) {
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                return;
            }
            DONE.incrementAndGet();
        }
    }
}
