package io.vtmonitor.report.figures;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.MethodName;
import org.jspecify.annotations.Nullable;

/**
 * A holder in the form in which reports show it.
 *
 * @param className binary name
 * @param methodName name of the method
 * @param line source line; 0 if unknown
 * @param hold in which way it holds the carrier
 * @param monitors how many monitors it owns
 * @param lock what is locked; null if the bytecode does not show it
 * @param confidence how sure this is for each pin of the site
 * @param library name and version; null if unknown
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
    /** The form of a holder in reports. */
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

    /** The method, without the line. */
    public MethodName method() {
        return new MethodName(className, methodName);
    }

    /** The same with another confidence. */
    public HolderLine with(Confidence other) {
        return with(lock, other);
    }

    /** The same with another locked object and confidence. */
    public HolderLine with(@Nullable String locked, Confidence sure) {
        return new HolderLine(className, methodName, line, hold, monitors, locked, sure, library);
    }
}
