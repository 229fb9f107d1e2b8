/** The report as JSON, written and read back. */
@NullMarked
package io.vtmonitor.report.json;

import org.jspecify.annotations.NullMarked;
