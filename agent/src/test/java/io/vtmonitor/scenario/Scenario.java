package io.vtmonitor.scenario;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * What all programs share. Arguments: how many times (3), for how many milliseconds each (60), and, where the program
 * is to end by {@link System#exit} at once, the exit code. It prints {@code ready}, waits for the line {@code go},
 * blocks on one fresh virtual thread after the other, prints {@code done N}, and ends at the line {@code exit} or at
 * the end of its input.
 */
public final class Scenario {
    private static final Object LOCK = new Object();

    private Scenario() {}

    /** One blocking of the virtual thread that calls it. */
    public interface Block {
        /** Blocks for so long. */
        void block(Duration length) throws Exception;
    }

    /** Plays the whole protocol with this way to block. */
    public static void run(String[] args, Block block) throws Exception {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Duration length = Duration.ofMillis(args.length > 1 ? Long.parseLong(args[1]) : 60);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        once(Scenario::failToUnmount, Duration.ZERO);
        System.out.println("ready");
        await(input, "go");
        int done = 0;
        for (int i = 0; i < count; i++) {
            done += once(block, length);
        }
        System.out.println("done " + done);
        if (args.length > 2) {
            System.exit(Integer.parseInt(args[2]));
        }
        await(input, "exit");
    }

    /**
     * JDK 21 takes what its first failed unmount costs (classes to load: 5 ms, ten times that on a busy machine) off
     * the time that is left to sleep, so the first pin would be short or gone. This one has no time left: a pin of some
     * microseconds.
     */
    private static void failToUnmount(Duration length) {
        synchronized (LOCK) {
            LockSupport.parkNanos(LOCK, 1 + length.toNanos());
        }
    }

    private static int once(Block block, Duration length) throws InterruptedException {
        int[] done = {0};
        Thread thread = Thread.ofVirtual().start(() -> {
            try {
                block.block(length);
                done[0] = 1;
            } catch (Exception e) {
                e.printStackTrace();
            }
        });
        thread.join();
        return done[0];
    }

    private static void await(BufferedReader input, String word) throws IOException {
        String line = input.readLine();
        while (line != null && !line.equals(word)) {
            line = input.readLine();
        }
    }
}
