package io.vtmonitor.process.programs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * An application that drains as it ends: at a line it exits with 7; its shutdown hook prints {@code draining} and waits
 * for another.
 */
public final class EndsSlowly {
    private EndsSlowly() {}

    public static void main(String[] args) throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> drain(input)));
        input.readLine();
        System.exit(7);
    }

    private static void drain(BufferedReader input) {
        System.out.println("draining");
        try {
            input.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
