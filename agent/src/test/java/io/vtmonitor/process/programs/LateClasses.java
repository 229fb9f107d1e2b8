package io.vtmonitor.process.programs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Holds a monitor in each of so many classes that it defines from memory, and has no file of, within another monitor:
 * twice each, for 20 ms, and no more until it is told to exit.
 */
public final class LateClasses {
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private LateClasses() {}

    public static void main(String[] args) throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        input.readLine();
        List<Thread> threads = new ArrayList<>();
        FromMemory loader = new FromMemory();
        for (int i = 1; i <= Integer.parseInt(args[0]); i++) {
            Runnable late = (Runnable) loader.define(i).getDeclaredConstructor().newInstance();
            // Made here: the compiler could remove the lock of an object that the virtual thread made itself.
            List<Object> lock = new ArrayList<>();
            threads.add(Thread.ofVirtual().start(() -> outer(late, lock)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("pinned");
        input.readLine();
        System.exit(7);
    }

    private static void outer(Runnable late, List<Object> lock) {
        synchronized (lock) {
            while (lock.size() < 2) {
                late.run();
                lock.add(late);
            }
        }
    }

    /** By its own time: a pin that ends as soon as it begins is none. */
    public static void block() {
        long end = System.nanoTime() + NANOS;
        for (long left = NANOS; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static final class FromMemory extends ClassLoader {
        private final String template;

        FromMemory() throws IOException {
            super(LateClasses.class.getClassLoader());
            try (InputStream in = LateClasses.class.getResourceAsStream("Late0000.class")) {
                template = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            }
        }

        /** A copy of the class under another name of the same length. */
        Class<?> define(int number) {
            byte[] bytes = template.replace("Late0000", String.format("Late%04d", number))
                    .getBytes(StandardCharsets.ISO_8859_1);
            return defineClass(null, bytes, 0, bytes.length);
        }
    }
}
