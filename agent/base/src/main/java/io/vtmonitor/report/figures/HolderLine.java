package io.vtmonitor.report.figures;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Library;
import org.jspecify.annotations.Nullable;

/**
 * A holder, flat for readers.
 *
 * @param className binary name
 * @param methodName method
 * @param line source line, 0 where unknown
 * @param hold by what it holds
 * @param monitors how many monitors it owns
 * @param lock what is locked, null where the bytecode does not tell
 * @param confidence how sure this is of each pin of the site
 * @param library name and version, null where unknown
 */
public record HolderLine(
        String className,
        String methodName,
        int line,
        Hold hold,
        int monitors,
        @Nullable String lock,
        Confidence confidence,
        @Nullable Library library) {
    /** The same, so sure. */
    public HolderLine with(Confidence other) {
        return new HolderLine(className, methodName, line, hold, monitors, lock, other, library);
    }
}
