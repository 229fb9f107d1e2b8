/**
 * Watches the scheduler of virtual threads: its gauges, the delay that it causes, and stalls, which leave no event, and
 * can end stalls by adding carriers.
 */
@NullMarked
package io.vtmonitor.scheduler;

import org.jspecify.annotations.NullMarked;
