/**
 * Looks at all virtual threads from inside the JVM: counts them by what they wait for, finds the owners, and judges
 * what it finds.
 */
@NullMarked
package io.vtmonitor.waits.census;

import org.jspecify.annotations.NullMarked;
