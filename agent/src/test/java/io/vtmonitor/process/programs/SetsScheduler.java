package io.vtmonitor.process.programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ForkJoinPool;

/** Sets the scheduler's properties long after its start, as programs may until their first virtual thread. */
public final class SetsScheduler {
    private SetsScheduler() {}

    public static void main(String[] args) throws Exception {
        System.out.println("ready");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        input.readLine();
        System.setProperty("jdk.virtualThreadScheduler.parallelism", "3");
        Thread.ofVirtual().start(() -> {}).join();
        Field pool = Class.forName("java.lang.VirtualThread").getDeclaredField("DEFAULT_SCHEDULER");
        pool.setAccessible(true);
        System.out.println("parallelism " + ((ForkJoinPool) pool.get(null)).getParallelism());
        input.readLine();
    }
}
