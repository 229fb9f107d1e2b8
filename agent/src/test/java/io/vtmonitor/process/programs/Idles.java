package io.vtmonitor.process.programs;

import java.io.IOException;

/** Has no virtual thread, and waits for the end of its input. */
public final class Idles {
    private Idles() {}

    public static void main(String[] arguments) throws IOException {
        System.out.println("ready");
        while (System.in.read() >= 0) {
            // wait
        }
    }
}
