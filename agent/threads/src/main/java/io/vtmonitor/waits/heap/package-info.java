/**
 * Makes of a heap dump what {@code waits.dump} makes of a thread dump: from objects of the JDK and of pools, it reads
 * what threads waited for.
 */
@NullMarked
package io.vtmonitor.waits.heap;

import org.jspecify.annotations.NullMarked;
