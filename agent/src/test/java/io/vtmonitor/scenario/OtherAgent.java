package io.vtmonitor.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An agent alongside ours: what is loaded is replaced by the class files of a folder. Argument: how, a colon, the
 * folder. At exit it prints how often the rewritten methods called it.
 */
public final class OtherAgent {
    private static final AtomicInteger CALLS = new AtomicInteger();

    /** Ways to rewrite. */
    public enum Way {
        /** Unable to take part when a class is changed later. */
        ONCE,
        /** Does the same again when asked again. */
        AGAIN,
        /** Able to take part later, but leaves alone what was loaded before. */
        AT_LOAD_ONLY
    }

    private OtherAgent() {}

    /** What rewritten code calls. */
    public static void called() {
        CALLS.incrementAndGet();
    }

    public static void premain(String argument, Instrumentation instrumentation) {
        String[] parts = argument.split(":", 2);
        Way way = Way.valueOf(parts[0]);
        instrumentation.addTransformer(new Replacing(Path.of(parts[1]), way), way != Way.ONCE);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("called " + CALLS)));
    }

    private record Replacing(Path folder, Way way) implements ClassFileTransformer {
        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> changed, ProtectionDomain domain, byte[] classFile) {
            Path file = folder.resolve(name + ".class");
            if (!Files.exists(file) || (changed != null && way == Way.AT_LOAD_ONLY)) {
                return null;
            }
            try {
                return Files.readAllBytes(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
