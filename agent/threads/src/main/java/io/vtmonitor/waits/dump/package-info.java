/**
 * Reads thread dumps: JSON, the plain format, and printed ones. Makes of dumps the groups, holders, and verdicts that
 * {@code waits.census} makes of the running JVM.
 */
@NullMarked
package io.vtmonitor.waits.dump;

import org.jspecify.annotations.NullMarked;
