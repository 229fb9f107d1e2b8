/**
 * Finds and judges what virtual threads wait for, pinned or not. {@code waits.census} gets it from the running JVM,
 * {@code waits.dump} and {@code waits.heap} from dumps.
 */
@NullMarked
package io.vtmonitor.waits;

import org.jspecify.annotations.NullMarked;
