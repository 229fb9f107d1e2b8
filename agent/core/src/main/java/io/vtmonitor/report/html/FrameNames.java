package io.vtmonitor.report.html;

import io.vtmonitor.common.StableName;
import io.vtmonitor.report.figures.StackFrame;

/** Names of frames across builds and runs. */
final class FrameNames {
    private FrameNames() {}

    /** Without its line, and without what another build or run would number otherwise. */
    static String withoutBuild(StackFrame frame) {
        return StableName.of(frame.method());
    }
}
