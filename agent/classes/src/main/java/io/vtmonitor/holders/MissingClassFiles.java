package io.vtmonitor.holders;

import io.vtmonitor.bytecode.FrameMonitors;
import io.vtmonitor.bytecode.JdkFrames;
import io.vtmonitor.model.Frame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Frames for which no class file could be read, or none that matches. If no other frame owns a monitor, one of them
 * does.
 */
final class MissingClassFiles {
    private MissingClassFiles() {}

    /**
     * Those of the application, nearest first, then those of the JDK that have application frames above them, such as a
     * map that computes a value.
     */
    static List<Frame> frames(List<@Nullable FrameMonitors> owned) {
        List<Frame> application = new ArrayList<>();
        List<Frame> jdk = new ArrayList<>();
        boolean belowApplication = false;
        for (int i = 0; i < owned.size(); i++) {
            FrameMonitors monitors = owned.get(i);
            if (monitors == null || JdkFrames.isGenerated(monitors.frame())) {
                continue;
            }
            boolean ofJdk = JdkFrames.isJdk(monitors.frame());
            boolean unread =
                    monitors.place() == null && !monitors.frame().isNative() && !(i == 0 && isAtEntry(monitors));
            if (unread && !ofJdk) {
                application.add(monitors.frame());
            } else if (unread && belowApplication) {
                jdk.add(monitors.frame());
            }
            belowApplication |= !ofJdk;
        }
        application.addAll(jdk);
        return application;
    }

    /**
     * Those that may be native, nearest first, the application's before the JDK's. A printed frame does not show how
     * its method is declared; if it has a line, it has code.
     */
    static List<Frame> thatMayBeNative(List<Frame> frames) {
        List<Frame> application = new ArrayList<>();
        List<Frame> jdk = new ArrayList<>();
        for (Frame frame : frames) {
            boolean untold = frame.descriptor().isEmpty() && frame.line() <= 0 && !frame.isNative();
            if (untold && !JdkFrames.isGenerated(frame) && !JdkFrames.isParkOrScheduler(frame)) {
                (JdkFrames.isJdk(frame) ? jdk : application).add(frame);
            }
        }
        application.addAll(jdk);
        return application;
    }

    /**
     * Compiled code enters the monitor of a synchronized method before its first instruction: no class file tells more.
     */
    private static boolean isAtEntry(FrameMonitors topmost) {
        return topmost.frame().isSynchronized() && topmost.frame().bytecodeIndex() < 0;
    }
}
