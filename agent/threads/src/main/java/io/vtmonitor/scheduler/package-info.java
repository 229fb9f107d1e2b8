/** The scheduler of virtual threads as it is now: its gauges, the delay it causes, and stalls, which leave no event. */
@NullMarked
package io.vtmonitor.scheduler;

import org.jspecify.annotations.NullMarked;
