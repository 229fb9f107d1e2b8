package io.vtmonitor.process.programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;

/**
 * Begins and ends a recording of its own repeatedly, also while the JVM ends: one that is begun after JFR's shutdown
 * keeps JFR's lock for ever. Ends with the input.
 */
public final class CyclesRecordings {
    private CyclesRecordings() {}

    public static void main(String[] args) throws Exception {
        System.out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        in.readLine();
        Thread cycling = new Thread(CyclesRecordings::cycle);
        cycling.setDaemon(true);
        cycling.start();
        Object lock = new Object();
        Thread.ofVirtual()
                .start(() -> {
                    synchronized (lock) {
                        pause();
                    }
                })
                .join();
        System.out.println("pinned");
        in.readLine();
        System.exit(0);
    }

    private static void cycle() {
        while (true) {
            try (Recording recording = new Recording()) {
                recording.start();
                pause();
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(100);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
