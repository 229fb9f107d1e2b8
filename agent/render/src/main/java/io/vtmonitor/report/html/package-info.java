/** The report as one HTML page: a file, a comparison, the live page. */
@NullMarked
package io.vtmonitor.report.html;

import org.jspecify.annotations.NullMarked;
