package io.vtmonitor.report;

import io.vtmonitor.model.Library;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A library whose monitors {@code unpin=auto} rewrites, in the releases that vt-monitor's tests have rewritten and run.
 *
 * @param artifacts names of its jars, without version
 * @param patterns its classes: {@code com.mysql.cj.**}
 * @param versions these releases
 */
public record ProvenLibrary(List<String> artifacts, List<String> patterns, List<String> versions) {
    public ProvenLibrary {
        artifacts = List.copyOf(artifacts);
        patterns = List.copyOf(patterns);
        versions = List.copyOf(versions);
    }

    /** Whether a library is this one, in one of these releases. */
    public boolean has(@Nullable Library library) {
        return library != null && artifacts.contains(library.name()) && versions.contains(library.version());
    }
}
