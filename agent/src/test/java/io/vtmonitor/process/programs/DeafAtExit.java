package io.vtmonitor.process.programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * An application whose standard error nobody reads, and which pins for the first time as it ends. Prints {@code ready};
 * at a line it fills standard error, prints {@code full}, pins at three sites, by class initializers that sleep, and
 * exits with 7.
 */
public final class DeafAtExit {
    private DeafAtExit() {}

    public static void main(String[] args) throws Exception {
        FirstUnmount.done();
        System.out.println("ready");
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        Deaf.fill();
        System.out.println("full");
        for (String name : new String[] {"First", "Second", "Third"}) {
            Thread.ofVirtual().start(() -> initialize(name)).join();
        }
        System.exit(7);
    }

    private static void initialize(String name) {
        try {
            Class.forName(DeafAtExit.class.getName() + "$" + name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(60);
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
    }

    static final class First {
        static {
            sleep();
        }

        private First() {}
    }

    static final class Second {
        static {
            sleep();
        }

        private Second() {}
    }

    static final class Third {
        static {
            sleep();
        }

        private Third() {}
    }
}
