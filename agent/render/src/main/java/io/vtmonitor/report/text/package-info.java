/** The report for people, one class a section. All sentences are made here. */
@NullMarked
package io.vtmonitor.report.text;

import org.jspecify.annotations.NullMarked;
