package io.vtmonitor.unpinned;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The application around {@link Driver}, not matched by the pattern, which locks the driver's objects in every way that
 * an application has: by the JDK's interface, by a subclass, by its class, by an object of its own.
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
        exclusive(driver, driver::use, () -> Handle.use(driver));
        Driver generated = generated();
        AutoCloseable generatedToo = generated;
        exclusive(generated, generated::use, () -> {
            synchronized (generatedToo) {
                long before = generated.count;
                Thread.yield();
                generated.count = before + 1;
            }
        });
        Driver.Part proxy = (Driver.Part) Proxy.newProxyInstance(
                Outside.class.getClassLoader(), new Class<?>[] {Driver.Part.class}, (self, method, given) -> null);
        exclusive(driver, () -> driver.usePart(proxy), () -> {
            synchronized (proxy) {
                driver.count++;
            }
        });
        driver.useOwn();
        Driver.Worker worker = new Driver.Worker();
        worker.start();
        worker.use();
        worker.join();
        System.out.println("done");
    }

    /** Of a class below the driver that has no class file. */
    private static Driver generated() throws Exception {
        try (InputStream in = Outside.class.getResourceAsStream("Outside$Shape0.class")) {
            String shape = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            byte[] other = shape.replace("Outside$Shape0", "Outside$Shape1").getBytes(StandardCharsets.ISO_8859_1);
            return (Driver) MethodHandles.lookup()
                    .defineClass(other)
                    .getDeclaredConstructor()
                    .newInstance();
        }
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

    static final class Shape0 extends Driver {
        Shape0() {
            super("");
        }
    }

    /** Can't be rewritten for its method handle, and locks the driver all the same. */
    private static final class Handle {
        private static Runnable wake = () -> {};

        static void use(Driver driver) {
            synchronized (driver) {
                driver.count++;
                wake.run();
            }
            if (driver.count < 0) {
                wake = driver::notifyAll;
            }
        }
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
