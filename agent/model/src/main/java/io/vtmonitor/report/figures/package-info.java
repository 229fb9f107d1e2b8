/** The figures of a {@link io.vtmonitor.report.Report}: JVMs, their carriers over time, totals, sites, and stacks. */
@NullMarked
package io.vtmonitor.report.figures;

import org.jspecify.annotations.NullMarked;
