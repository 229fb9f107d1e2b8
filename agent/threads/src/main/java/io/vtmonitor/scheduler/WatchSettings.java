package io.vtmonitor.scheduler;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a {@link SchedulerWatch}.
 *
 * @param probe time between two probes; null for none
 * @param stall how long no thread must make progress for a stall; null to detect none
 * @param rescue whether to add carriers for a moment at a stall that they may end
 * @param monitorsPin whether owning a monitor holds the carrier in this JVM
 */
public record WatchSettings(
        @Nullable Duration probe, @Nullable Duration stall, boolean rescue, boolean monitorsPin) {}
