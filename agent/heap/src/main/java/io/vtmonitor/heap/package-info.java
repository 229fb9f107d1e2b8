/** The format of heap dumps (HPROF): bytes to classes, objects, threads, and stacks. */
@NullMarked
package io.vtmonitor.heap;

import org.jspecify.annotations.NullMarked;
