/** The figures of a {@link io.vtmonitor.report.Report}: JVMs and their carriers over time, totals, sites, stacks. */
@NullMarked
package io.vtmonitor.report.figures;

import org.jspecify.annotations.NullMarked;
