package io.vtmonitor.process;

import io.vtmonitor.process.commands.AnalyzeIT;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * The command line of the jar under test, in a class loader of its own within this JVM: for tests that need it a
 * hundred times, for which a JVM each would take minutes. What its process does is {@link AnalyzeIT}'s.
 */
public final class ShippedCommandLine {
    private static final Class<?> MAIN = load();

    private ShippedCommandLine() {}

    /** Returns the exit code. */
    public static int run(String... arguments) throws IOException {
        return invoke(new Class<?>[] {String[].class}, (Object) arguments);
    }

    /** The same, with its messages printed here. */
    public static int run(PrintWriter err, String... arguments) throws IOException {
        Class<?>[] types = {PrintWriter.class, PrintWriter.class, String[].class};
        return invoke(types, new PrintWriter(Writer.nullWriter()), err, arguments);
    }

    private static int invoke(Class<?>[] types, Object... arguments) throws IOException {
        try {
            return (int) MAIN.getMethod("run", types).invoke(null, arguments);
        } catch (ReflectiveOperationException e) {
            throw new IOException("the command line threw", e);
        }
    }

    @SuppressWarnings("resource") // needed to the end of this JVM
    private static Class<?> load() {
        try {
            URL[] jar = {ChildJvm.shippedJar().toUri().toURL()};
            ClassLoader loader = new URLClassLoader(jar, ClassLoader.getPlatformClassLoader());
            return Class.forName("io.vtmonitor.cli.Main", true, loader);
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException("the jar under test has no command line", e);
        }
    }
}
