/** The report for people, one class for each section. All sentences of reports are made here. */
@NullMarked
package io.vtmonitor.report.text;

import org.jspecify.annotations.NullMarked;
