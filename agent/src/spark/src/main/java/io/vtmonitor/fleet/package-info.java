/** The analysis as a job on Apache Spark; a program of its own, which is not in vt-monitor.jar. */
@NullMarked
package io.vtmonitor.fleet;

import org.jspecify.annotations.NullMarked;
