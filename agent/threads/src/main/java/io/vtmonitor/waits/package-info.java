/** What virtual threads wait for, pinned or not: counted from inside the JVM or read from thread dumps, and judged. */
@NullMarked
package io.vtmonitor.waits;

import org.jspecify.annotations.NullMarked;
