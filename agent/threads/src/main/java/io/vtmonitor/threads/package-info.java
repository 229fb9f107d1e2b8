/** Reads the threads of this JVM, both virtual and platform threads: what they do, and which thread waits for which. */
@NullMarked
package io.vtmonitor.threads;

import org.jspecify.annotations.NullMarked;
