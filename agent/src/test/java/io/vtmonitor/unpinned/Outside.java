package io.vtmonitor.unpinned;

import java.util.ArrayList;
import java.util.List;

/**
 * The application around {@link Driver}, not matched by the pattern, which locks the driver's objects in every way that an
 * application has: by the JDK's interface, by a subclass, by its class, by an object of its own.
 */
public final class Outside {
    private static final int ROUNDS = 20_000;

    private Outside() {}

    private interface Body {
        void run();
    }

    public static void main(String[] arguments) throws Exception {
        System.in.read();
        Object mutex = new Object();
        Mine driver = new Mine(mutex);
        AutoCloseable seenAsInterface = driver;
        exclusive(driver, driver::use, () -> {
            synchronized (seenAsInterface) {
                driver.count++;
            }
        });
        exclusive(driver, driver::useMutex, driver::mine);
        exclusive(driver, driver::useHandedIn, () -> {
            synchronized (mutex) {
                driver.count++;
            }
        });
        exclusive(driver, () -> Driver.useClass(() -> driver.count++), () -> {
            synchronized (Driver.class) {
                driver.count++;
            }
        });
        exclusive(driver, driver::useTable, () -> {
            // Never both at once: alone, a rewritten table would not be seen here.
            synchronized (driver) {
                driver.useTable();
            }
        });
        driver.useOwn();
        Driver.Worker worker = new Driver.Worker();
        worker.start();
        worker.use();
        worker.join();
        System.out.println("done");
    }

    private static void exclusive(Driver driver, Body one, Body other) throws InterruptedException {
        driver.count = 0;
        List<Thread> threads = new ArrayList<>();
        for (Body body : List.of(one, other, one, other)) {
            Thread.Builder builder = threads.size() < 2 ? Thread.ofPlatform() : Thread.ofVirtual();
            threads.add(builder.start(() -> {
                for (int i = 0; i < ROUNDS; i++) {
                    body.run();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(driver.count == 4L * ROUNDS ? "exclusive" : "WRONG " + driver.count);
    }

    /** Outside the pattern, below a class inside. */
    private static final class Mine extends Driver {
        Mine(Object handedIn) {
            super(handedIn);
        }

        synchronized void mine() {
            count++;
        }
    }
}
