package io.vtmonitor.process.programs;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;

/**
 * An application whose standard error nobody reads. Prints {@code ready}; at a line it writes to standard error until a
 * write is blocked forever, prints {@code full}, and pins repeatedly by a native frame, so that the agent has something
 * to say. Needs {@code -Djdk.reflect.useNativeAccessorOnly=true}.
 */
public final class Deaf {
    private static volatile long written;

    private Deaf() {}

    public static void main(String[] args) throws Exception {
        Method sleep = Thread.class.getMethod("sleep", long.class);
        System.out.println("ready");
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        fill();
        System.out.println("full");
        while (true) {
            Thread.ofVirtual().start(() -> pin(sleep)).join();
        }
    }

    /** Until a write is blocked forever. */
    static void fill() throws InterruptedException {
        Thread writes = new Thread(Deaf::write);
        writes.setDaemon(true);
        writes.start();
        for (long before = -1; before < written; ) {
            before = written;
            Thread.sleep(200);
        }
    }

    private static void pin(Method sleep) {
        try {
            sleep.invoke(null, 60L);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void write() {
        byte[] line = "a line of the application's\n".getBytes(StandardCharsets.UTF_8);
        try (OutputStream err = new FileOutputStream(FileDescriptor.err)) {
            while (true) {
                err.write(line);
                written++;
            }
        } catch (java.io.IOException ignored) {
            // The reader has gone: that ends the program.
        }
    }
}
