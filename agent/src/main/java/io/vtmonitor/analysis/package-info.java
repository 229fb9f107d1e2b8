/** Pins to findings to figures: threshold, diagnosis, bounded aggregation, time on the carriers, the report. */
@NullMarked
package io.vtmonitor.analysis;

import org.jspecify.annotations.NullMarked;
