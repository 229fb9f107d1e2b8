/**
 * The answer as data: one {@link io.vtmonitor.report.Report}, its parts, and what is known of scheduler, stalls and
 * unpin.
 */
@NullMarked
package io.vtmonitor.report;

import org.jspecify.annotations.NullMarked;
