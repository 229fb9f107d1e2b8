/**
 * Load by the clock: a request is sent when its time has come, whatever became of the one before, and its latency
 * begins at that time, so that waiting in line is not hidden (no coordinated omission).
 */
@NullMarked
package io.vtmonitor.lab.load;

import org.jspecify.annotations.NullMarked;
