/**
 * Reads thread dumps, as JSON, in the plain format, or printed, and makes of dumps the same groups, holders, and
 * verdicts that {@code waits.census} makes of the running JVM.
 */
@NullMarked
package io.vtmonitor.waits.dump;

import org.jspecify.annotations.NullMarked;
