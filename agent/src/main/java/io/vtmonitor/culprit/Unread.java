package io.vtmonitor.culprit;

import io.vtmonitor.model.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Frames that no class file could be read for: when nobody else owns a monitor, one of them does. */
final class Unread {
    private Unread() {}

    /**
     * The nearest of the application, or else the nearest of the JDK that has application frames above it, such as a map
     * that computes a value; null where every frame was read.
     */
    static @Nullable Frame nearest(List<@Nullable Owned> owned) {
        Frame ofJdk = null;
        boolean belowApplication = false;
        for (Owned monitors : owned) {
            if (monitors == null || Machinery.isGenerated(monitors.frame())) {
                continue;
            }
            Frame frame = monitors.frame();
            boolean jdk = Machinery.isJdk(frame);
            if (monitors.place() == null && !jdk && !frame.isNative()) {
                return frame;
            }
            if (ofJdk == null && monitors.place() == null && belowApplication && !frame.isNative()) {
                ofJdk = frame;
            }
            belowApplication |= !jdk;
        }
        return ofJdk;
    }
}
