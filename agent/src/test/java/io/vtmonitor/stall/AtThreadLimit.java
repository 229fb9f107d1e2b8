package io.vtmonitor.stall;

import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;

/**
 * {@link StandsStill}, in a JVM that gets no more threads once it stands still. Prints {@code no more threads} then. A
 * line on standard input lets it begin, when the agent has its threads. A second one ends the threads that use up the
 * limit.
 */
public final class AtThreadLimit {
    private static final CountDownLatch END = new CountDownLatch(1);

    private AtThreadLimit() {}

    public static void main(String[] args) throws Exception {
        awaitLine();
        Thread.ofPlatform().daemon().start(AtThreadLimit::endAtLine);
        System.setOut(new PrintStream(System.out, true) {
            @Override
            public void println(String line) {
                super.println(line);
                if (line.equals("ready")) {
                    useUpLimit();
                    super.println("no more threads");
                }
            }
        });
        StandsStill.main(args);
    }

    private static void useUpLimit() {
        try {
            while (true) {
                Thread.ofPlatform().daemon().start(AtThreadLimit::awaitEnd);
            }
        } catch (OutOfMemoryError ignored) {
            // That is what was wanted.
        }
    }

    private static void awaitEnd() {
        try {
            END.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void endAtLine() {
        awaitLine();
        END.countDown();
    }

    private static void awaitLine() {
        try {
            while (System.in.read() != '\n') {
                // more of the line
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
