/** The report for other tools: collapsed stacks, CSV, JUnit XML, SARIF. */
@NullMarked
package io.vtmonitor.report.export;

import org.jspecify.annotations.NullMarked;
