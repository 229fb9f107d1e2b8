package io.vtmonitor.process.programs;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * A virtual thread that starts and stops a recording, and is unmounted meanwhile. With the argument {@code held}
 * another holds its carrier from before until after.
 */
public final class RecordsItself {
    private static final Object LOCK = new Object();

    private RecordsItself() {}

    public static void main(String[] arguments) throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        if (arguments[0].equals("held")) {
            Thread.ofVirtual().start(() -> hold(held, over));
            held.await();
        }
        Thread.ofVirtual().start(RecordsItself::record).join();
        over.countDown();
        System.out.println("done");
    }

    private static void record() {
        try (Recording recording = new Recording(Configuration.getConfiguration("default"))) {
            recording.start();
            Thread.sleep(12_000); // dumps tell by the processor time of that
            recording.stop();
            recording.dump(Path.of("app.jfr"));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void hold(CountDownLatch held, CountDownLatch over) {
        synchronized (LOCK) {
            held.countDown();
            try {
                over.await();
            } catch (InterruptedException ignored) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
