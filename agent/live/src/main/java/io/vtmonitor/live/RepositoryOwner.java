package io.vtmonitor.live;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

/**
 * Whether JFR's repository exists for our recording only. If others use it, too, a killed JVM leaves their recordings
 * in it, and they must stay.
 */
final class RepositoryOwner {
    private final boolean named;
    private final @Nullable MethodHandle preserved;

    /**
     * @param internals full access to the classes of {@code jdk.jfr.internal}
     * @param named whether the user has named the folder that it is in: then he looks there
     */
    RepositoryOwner(Function<Class<?>, Lookup> internals, boolean named) {
        this.named = named;
        preserved = preserved(internals);
    }

    private static @Nullable MethodHandle preserved(Function<Class<?>, Lookup> internals) {
        try {
            Class<?> options = Class.forName(FlightRecorder.class.getModule(), "jdk.jfr.internal.Options");
            return internals
                    .apply(options)
                    .findStatic(options, "getPreserveRepository", MethodType.methodType(boolean.class));
        } catch (Throwable ignored) {
            return null;
        }
    }

    /** The repository, where nobody but these recordings needs what is in it; null where somebody may. */
    @Nullable
    Path only(Predicate<Recording> own) {
        try {
            Path repository = unkept();
            if (repository == null) {
                return null;
            }
            for (Recording other : FlightRecorder.getFlightRecorder().getRecordings()) {
                if (other != null && !own.test(other)) {
                    return null;
                }
            }
            return repository;
        } catch (Throwable ignored) {
            return null;
        }
    }

    /**
     * The repository once JFR has ended and written everybody's recordings: a start that came too late has made it
     * again.
     */
    List<Path> unclaimed() {
        try {
            Path repository = unkept();
            return repository == null ? List.of() : List.of(repository);
        } catch (Throwable ignored) {
            return List.of();
        }
    }

    /** Null where the user wants to have it. */
    private @Nullable Path unkept() throws Throwable {
        String repository = System.getProperty("jdk.jfr.repository");
        // "preserve-repository" of -XX:FlightRecorderOptions (JDK 21) or of JFR.configure.
        return repository == null || named || preserved == null || (boolean) preserved.invokeExact()
                ? null
                : Path.of(repository);
    }
}
