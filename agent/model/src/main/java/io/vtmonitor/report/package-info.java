/**
 * The result of an analysis as data: a {@link io.vtmonitor.report.Report}, its parts, and the figures of the scheduler,
 * of stalls, and of unpin.
 */
@NullMarked
package io.vtmonitor.report;

import org.jspecify.annotations.NullMarked;
