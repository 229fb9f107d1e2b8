package io.vtmonitor.process;

import io.vtmonitor.process.commands.AnalyzeIT;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * The command line of the jar under test, in a class loader of its own within this JVM: for tests that need it a
 * hundred times, for which a JVM each would take minutes. What its process does is {@link AnalyzeIT}'s.
 */
public final class ShippedCommandLine {
    private static final Method RUN = load();

    private ShippedCommandLine() {}

    /** Returns the exit code. */
    public static int run(String... arguments) throws IOException {
        try {
            return (int) RUN.invoke(null, (Object) arguments);
        } catch (ReflectiveOperationException e) {
            throw new IOException("the command line threw", e);
        }
    }

    @SuppressWarnings("resource") // needed to the end of this JVM
    private static Method load() {
        try {
            URL[] jar = {ChildJvm.shippedJar().toUri().toURL()};
            ClassLoader loader = new URLClassLoader(jar, ClassLoader.getPlatformClassLoader());
            return Class.forName("io.vtmonitor.cli.Main", true, loader).getMethod("run", String[].class);
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException("the jar under test has no command line", e);
        }
    }
}
