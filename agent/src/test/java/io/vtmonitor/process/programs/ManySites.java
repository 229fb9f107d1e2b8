package io.vtmonitor.process.programs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Pins once at each of many sites: initializers of as many classes, which park, of a loader that throws whatever it is
 * asked. Argument: how many; as many carriers are needed as it pins at a time, 32. Prints {@code ready}; at a line it
 * pins, and prints {@code pinned}; at the next it lets go of the loader and collects garbage until that is gone, and
 * prints {@code collected}; then it exits with 7.
 */
public final class ManySites {
    private static final int AT_A_TIME = 32;
    private static final long MILLIS = 5;

    private static volatile boolean released;

    private ManySites() {}

    public static void main(String[] args) throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        input.readLine();
        WeakReference<ClassLoader> loader = pin(Integer.parseInt(args[0]));
        System.out.println("pinned");
        input.readLine();
        while (loader.get() != null) {
            System.gc();
        }
        System.out.println("collected");
        System.exit(7);
    }

    private static WeakReference<ClassLoader> pin(int sites) throws Exception {
        Throwing loader = new Throwing(bytes());
        Class.forName(ManySites.class.getName(), false, loader); // or many ask for it at once, and wait for each other
        for (int done = 0; done < sites; done += AT_A_TIME) {
            List<Thread> threads = new ArrayList<>();
            released = false;
            for (int i = done; i < Math.min(sites, done + AT_A_TIME); i++) {
                Class<?> type = loader.define(i);
                threads.add(Thread.ofVirtual().start(() -> initialize(type)));
            }
            for (Thread thread : threads) {
                while (thread.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
            }
            Thread.sleep(MILLIS);
            released = true;
            for (Thread thread : threads) {
                LockSupport.unpark(thread);
                thread.join();
            }
        }
        return new WeakReference<>(loader);
    }

    /** By no time: a park whose time is over when it begins is none on JDK 21. */
    public static void block() {
        while (!released) {
            LockSupport.park();
        }
    }

    private static void initialize(Class<?> type) {
        try {
            Class.forName(type.getName(), true, type.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] bytes() throws IOException {
        try (InputStream in = ManySites.class.getResourceAsStream("Site0000.class")) {
            return in.readAllBytes();
        }
    }

    private static final class Throwing extends ClassLoader {
        private final byte[] template;

        Throwing(byte[] template) {
            super(ManySites.class.getClassLoader());
            this.template = template;
        }

        /** A copy of the class under another name of the same length. */
        Class<?> define(int number) {
            String copy = new String(template, StandardCharsets.ISO_8859_1)
                    .replace("Site0000", String.format("Site%04d", number));
            byte[] bytes = copy.getBytes(StandardCharsets.ISO_8859_1);
            return defineClass(null, bytes, 0, bytes.length);
        }

        @Override
        public URL getResource(String name) {
            throw new IllegalStateException("a loader that throws");
        }

        @Override
        public Enumeration<URL> getResources(String name) {
            throw new LinkageError("a loader that throws");
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            throw new StackOverflowError("a loader that throws");
        }
    }
}
