package io.vtmonitor.report.figures;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.MethodName;
import org.jspecify.annotations.Nullable;

/**
 * A holder, flat for readers.
 *
 * @param className binary name
 * @param methodName method
 * @param line source line, 0 if unknown
 * @param hold by what it holds
 * @param monitors how many monitors it owns
 * @param lock what is locked, null if the bytecode does not tell
 * @param confidence how sure this is of each pin of the site
 * @param library name and version, null if unknown
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
    /** What a report shows of a holder. */
    public static HolderLine of(Holder holder) {
        Frame frame = holder.frame();
        return new HolderLine(
                frame.className(),
                frame.methodName(),
                frame.line(),
                holder.hold(),
                holder.monitors(),
                holder.lock(),
                holder.confidence(),
                holder.library());
    }

    /** Without its line. */
    public MethodName method() {
        return new MethodName(className, methodName);
    }

    /** The same, so sure. */
    public HolderLine with(Confidence other) {
        return with(lock, other);
    }

    /** The same of something else that is locked. */
    public HolderLine with(@Nullable String locked, Confidence sure) {
        return new HolderLine(className, methodName, line, hold, monitors, locked, sure, library);
    }
}
