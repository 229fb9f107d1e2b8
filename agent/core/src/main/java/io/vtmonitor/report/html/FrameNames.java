package io.vtmonitor.report.html;

import io.vtmonitor.common.StableName;
import io.vtmonitor.report.FrameText;

/** Names of frames and sites across builds and runs. */
final class FrameNames {
    private FrameNames() {}

    /**
     * A frame's text, or a site's id, without its line and without what another build or run would number otherwise.
     */
    static String withoutBuild(String name) {
        return StableName.of(FrameText.method(name));
    }
}
