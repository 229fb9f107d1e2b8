package io.vtmonitor.report.text;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Hold;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.figures.HolderLine;
import org.jspecify.annotations.Nullable;

/** A holder in words. */
public final class HolderText {
    private HolderText() {}

    public static String where(HolderLine holder) {
        return holder.line() > 0
                ? holder.method() + ":" + holder.line()
                : holder.method().toString();
    }

    public static String how(HolderLine holder) {
        return how(holder.hold(), holder.monitors(), holder.lock(), holder.confidence());
    }

    /**
     * A holder as the last line of a stack that waits: {@code held by com.acme.Cache.load (lock, likely)}. The page's
     * script recognizes it by its first words.
     */
    public static String frame(WaitOperation operation, WaitGroup.Held held) {
        String by = held.site() == null ? "a thread that has ended" : (held.took() ? "" : "a thread in ") + held.site();
        return "held by " + by + " (" + (operation == WaitOperation.MONITOR_ENTER ? "monitor" : "lock") + ", "
                + held.confidence() + ")";
    }

    /** Such as {@code monitor of this, exact}. */
    public static String how(Hold hold, int monitors, @Nullable String lock, Confidence confidence) {
        String what = monitors > 1 ? monitors + " monitors" : hold.toString().replace('_', ' ');
        return what + (lock == null ? "" : " of " + lock) + ", " + confidence;
    }
}
