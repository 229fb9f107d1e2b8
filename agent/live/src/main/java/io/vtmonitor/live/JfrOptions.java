package io.vtmonitor.live;

import io.vtmonitor.recording.FileSizeLimit;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.function.Function;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * JFR's options. Two are set, where the user has left them as they are and JFR has not been used yet; the public way to
 * set them is JMX or the command line.
 *
 * <p>Stacks become deeper: the default of 64 frames cuts off the bottom of deep stacks, and on JDK 21 the frame that
 * holds the monitor is there. Chunks become smaller: the JDK's stream keeps the constants of the chunk it reads as
 * objects, and 12 MB, the default, hold 20 000 deep stacks, for whose frames it takes 100 MB of the host's heap.
 *
 * <p>Dangerous here: JFR gives each thread a buffer for as many frames as the depth says when the thread is first
 * recorded. Raised after that, JDK 21 writes past its end and the JVM aborts. So the depth is left alone once JFR is in
 * use, as {@code jcmd PID JFR.configure} leaves it, too.
 */
final class JfrOptions {
    private static final int DEFAULT_DEPTH = 64;
    private static final int DEPTH = 256;
    private static final long CHUNK_BYTES = 4 << 20;
    private static final MethodType LONG = MethodType.methodType(long.class);

    private JfrOptions() {}

    /**
     * Sets them.
     *
     * @param internals full access to the classes of {@code jdk.jfr.internal}
     * @return the stack depth in force
     */
    static int set(Function<Class<?>, Lookup> internals) {
        try {
            Module jfr = FlightRecorder.class.getModule();
            Class<?> options = Class.forName(jfr, "jdk.jfr.internal.Options");
            Lookup lookup = internals.apply(options);
            // What FlightRecorder.getFlightRecorder holds while it initializes JFR: not between our look and our
            // change.
            synchronized (Class.forName(jfr, "jdk.jfr.internal.PlatformRecorder")) {
                // Exactly by their types: else the JVM makes a class for each call.
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
     * The folder that JFR makes its repository in, where the user has named one
     * ({@code -XX:FlightRecorderOptions=repository=FOLDER}).
     *
     * @param internals as above
     * @return null if none was named, or it is not known
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

    /** Where JFR began before us it has put its default there. */
    private static boolean isDefault(Object base) {
        return FlightRecorder.isInitialized()
                && Path.of(base.toString()).equals(Path.of(System.getProperty("java.io.tmpdir", "")));
    }
}
