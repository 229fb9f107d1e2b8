/** What virtual threads waited for when a heap dump was taken: objects of the JDK and of pools, read as a dump. */
@NullMarked
package io.vtmonitor.waits.heap;

import org.jspecify.annotations.NullMarked;
