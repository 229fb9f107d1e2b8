/** Carriers pinned over time: packed pins, sweeps, bins and the worst windows. */
@NullMarked
package io.vtmonitor.timeline;

import org.jspecify.annotations.NullMarked;
