package io.vtmonitor.agent;

import io.vtmonitor.report.Stall;
import io.vtmonitor.report.WaitVerdict;

/** Receives findings at the same time as the log, on the thread that found them. Must neither block nor throw. */
interface FindingsListener {
    /** Ignores all findings. */
    FindingsListener NOBODY = new FindingsListener() {
        @Override
        public void verdict(WaitVerdict verdict) {
            // ignored
        }

        @Override
        public void stall(Stall stall) {
            // ignored
        }
    };

    /** A verdict, when it is logged. */
    void verdict(WaitVerdict verdict);

    /** A stall, when it is found and when it is over. */
    void stall(Stall stall);
}
