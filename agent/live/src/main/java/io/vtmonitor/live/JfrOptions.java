package io.vtmonitor.live;

import io.vtmonitor.recording.FileSizeLimit;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.function.Function;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Sets two options of JFR, if they have their defaults and JFR is not in use yet. The public ways to set them are JMX
 * and the command line.
 *
 * <p>Stacks become deeper: the default of 64 frames cuts off the bottom of deep stacks, where on JDK 21 the frame that
 * holds the monitor may be. Chunks become smaller: the JDK's stream keeps the constants of the chunk that it reads as
 * objects. A chunk of 12 MB, the default, has 20,000 deep stacks, whose frames take 100 MB of the host's heap.
 *
 * <p>Dangerous here: when JFR records a thread for the first time, it allocates a buffer for as many frames as the
 * depth. If the depth is raised after that, JDK 21 writes past the end of the buffer, and the JVM aborts. So the depth
 * is not changed if JFR is already in use. {@code jcmd PID JFR.configure} does not change it then, either.
 */
final class JfrOptions {
    private static final int DEFAULT_DEPTH = 64;
    private static final int DEPTH = 256;
    private static final long CHUNK_BYTES = 4 << 20;
    private static final MethodType LONG = MethodType.methodType(long.class);

    private JfrOptions() {}

    /**
     * Sets the options.
     *
     * @param internals full access to the classes of {@code jdk.jfr.internal}
     * @return the stack depth in effect
     */
    static int set(Function<Class<?>, Lookup> internals) {
        try {
            Module jfr = FlightRecorder.class.getModule();
            Class<?> options = Class.forName(jfr, "jdk.jfr.internal.Options");
            Lookup lookup = internals.apply(options);
            // FlightRecorder.getFlightRecorder holds this lock while it initializes JFR. So JFR is not initialized
            // between our check and our change.
            synchronized (Class.forName(jfr, "jdk.jfr.internal.PlatformRecorder")) {
                // invokeExact, as with invoke the JVM would generate a class for each call.
                int depth = (int) lookup.findStatic(options, "getStackDepth", MethodType.methodType(int.class))
                        .invokeExact();
                if (FlightRecorder.isInitialized()) {
                    return depth;
                }
                if ((long) lookup.findStatic(options, "getMaxChunkSize", LONG).invokeExact()
                        == FileSizeLimit.DEFAULT_CHUNK_BYTES) {
                    lookup.findStatic(options, "setMaxChunkSize", MethodType.methodType(void.class, long.class))
                            .invokeExact(CHUNK_BYTES);
                }
                if (depth == DEFAULT_DEPTH) {
                    lookup.findStatic(options, "setStackDepth", MethodType.methodType(void.class, Integer.class))
                            .invokeExact((Integer) DEPTH);
                    return DEPTH;
                }
                return depth;
            }
        } catch (Throwable ignored) {
            return DEFAULT_DEPTH;
        }
    }

    /** The size at which JFR ends a chunk. */
    static long chunkBytes(Function<Class<?>, Lookup> internals) {
        try {
            Class<?> options = Class.forName(FlightRecorder.class.getModule(), "jdk.jfr.internal.Options");
            return (long) internals
                    .apply(options)
                    .findStatic(options, "getMaxChunkSize", LONG)
                    .invokeExact();
        } catch (Throwable ignored) {
            return FileSizeLimit.DEFAULT_CHUNK_BYTES;
        }
    }

    /**
     * The folder in which JFR creates its repository, if the user has set it
     * ({@code -XX:FlightRecorderOptions=repository=FOLDER}).
     *
     * @param internals full access to the classes of {@code jdk.jfr.internal}
     * @return null if it was not set, or is not known
     */
    static @Nullable Path repositoryFolder(Function<Class<?>, Lookup> internals) {
        try {
            Class<?> type = Class.forName(FlightRecorder.class.getModule(), "jdk.jfr.internal.Repository");
            Lookup lookup = internals.apply(type);
            Object repository =
                    lookup.unreflect(type.getMethod("getRepository")).invoke();
            Object base = lookup.unreflect(type.getMethod("getBaseLocation")).invoke(repository);
            return base == null || isDefault(base) ? null : Path.of(base.toString());
        } catch (Throwable ignored) {
            return null;
        }
    }

    /** If JFR was in use before us, it has already set the location to its default. */
    private static boolean isDefault(Object base) {
        return FlightRecorder.isInitialized()
                && Path.of(base.toString()).equals(Path.of(System.getProperty("java.io.tmpdir", "")));
    }
}
