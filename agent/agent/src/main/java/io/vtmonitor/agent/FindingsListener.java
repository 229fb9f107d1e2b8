package io.vtmonitor.agent;

import io.vtmonitor.report.Stall;
import io.vtmonitor.report.WaitVerdict;

/** Takes what the looks find, as the log does, on their thread: must neither wait nor fail. */
interface FindingsListener {
    /** Takes nothing. */
    FindingsListener NOBODY = new FindingsListener() {
        @Override
        public void verdict(WaitVerdict verdict) {
            // Nobody has asked for it.
        }

        @Override
        public void stall(Stall stall) {
            // Nobody has asked for it.
        }
    };

    /** A verdict, when the log has it. */
    void verdict(WaitVerdict verdict);

    /** A stall, when it is found and when it is over. */
    void stall(Stall stall);
}
