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
 * Whether JFR's repository is used only by our recordings. If others use it, a JVM that is killed leaves their
 * recordings in it, which must not be removed.
 */
final class RepositoryOwner {
    private final boolean named;
    private final @Nullable MethodHandle preserved;

    /**
     * @param internals full access to the classes of {@code jdk.jfr.internal}
     * @param named whether the user has set the folder of the repository, and so may look for recordings there
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

    /** The repository, if nobody needs it except these recordings; null if somebody may. */
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

    /** The repository after JFR has ended and written all recordings. A late start of JFR may have created it again. */
    List<Path> unclaimed() {
        try {
            Path repository = unkept();
            return repository == null ? List.of() : List.of(repository);
        } catch (Throwable ignored) {
            return List.of();
        }
    }

    /** Null if the user wants to keep it. */
    private @Nullable Path unkept() throws Throwable {
        String repository = System.getProperty("jdk.jfr.repository");
        // "preserve-repository" of -XX:FlightRecorderOptions (JDK 21) or of JFR.configure.
        return repository == null || named || preserved == null || (boolean) preserved.invokeExact()
                ? null
                : Path.of(repository);
    }
}
