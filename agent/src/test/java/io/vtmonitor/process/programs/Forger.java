package io.vtmonitor.process.programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Keeps two carriers by computing, on threads whose names would forge a line; for a JVM of two carriers. Prints
 * {@code ready}, computes at {@code go}, prints {@code released} at {@code release} when nothing computes any more;
 * ends with its input.
 */
public final class Forger {
    static final String NAME = "a\nvt-monitor: forged\r\u001b[2J\u2028";

    private static volatile boolean release;

    /** What is computed, so that it is. */
    private static volatile long sum;

    private Forger() {}

    public static void main(String[] args) throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        input.readLine();
        Thread first = Thread.ofVirtual().name(NAME).start(Forger::compute);
        Thread second = Thread.ofVirtual().name(NAME).start(Forger::compute);
        Thread waits = Thread.ofVirtual().start(() -> {});
        input.readLine();
        release = true;
        first.join();
        second.join();
        waits.join();
        System.out.println("released");
        input.readLine();
    }

    private static void compute() {
        long total = 0;
        while (!release) {
            total = total * 31 + 7;
        }
        sum = total;
    }
}
