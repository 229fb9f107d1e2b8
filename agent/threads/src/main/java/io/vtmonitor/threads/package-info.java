/** What this JVM shows of its threads, virtual and platform ones alike: where they are and who waits for whom. */
@NullMarked
package io.vtmonitor.threads;

import org.jspecify.annotations.NullMarked;
