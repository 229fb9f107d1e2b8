package io.vtmonitor.nest;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** Runs the nests of a folder one after the other, each on a virtual thread of its own. */
public final class Nests {
    private static long count;

    private Nests() {}

    /** Something to do that the compiler does not remove. */
    public static void count() {
        count++;
    }

    /** True, which the compiler does not know. */
    public static boolean yes() {
        return count >= 0;
    }

    /**
     * Whether nobody can read the class files of that nest through their loader: then the JVM has to be asked, which is
     * done seldom.
     */
    public static boolean isInMemory(int number) {
        return number % 12 == 11;
    }

    /** @param arguments the folder of the class files, the number of nests */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        int nests = Integer.parseInt(arguments[1]);
        System.in.read();
        firstUnmount();
        for (int i = 0; i < nests; i++) {
            ClassLoader loader = isInMemory(i)
                    ? new InMemory(folder, Nests.class.getClassLoader())
                    : new URLClassLoader(new URL[] {folder.toUri().toURL()}, Nests.class.getClassLoader());
            Runnable nest = (Runnable)
                    loader.loadClass("nest.p" + i + ".Entry").getConstructor().newInstance();
            Throwable[] failed = new Throwable[1];
            Thread thread = Thread.ofVirtual().unstarted(nest);
            thread.setUncaughtExceptionHandler((ignored, e) -> failed[0] = e);
            Blocks.takeFrom(thread);
            thread.start();
            thread.join();
            if (failed[0] != null) {
                throw new IllegalStateException("nest " + i, failed[0]);
            }
        }
        System.out.println("done");
        System.exit(0);
    }

    /** What JDK 21 does at a JVM's first wait that keeps its carrier takes some milliseconds, which the wait lacks. */
    private static void firstUnmount() throws InterruptedException {
        Thread.ofVirtual()
                .start(() -> {
                    synchronized (Nests.class) {
                        java.util.concurrent.locks.LockSupport.parkNanos(1);
                    }
                })
                .join();
    }
}
