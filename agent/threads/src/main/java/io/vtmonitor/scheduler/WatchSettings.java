package io.vtmonitor.scheduler;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link SchedulerWatch} is to do.
 *
 * @param probe how often to probe, null for never
 * @param stall how long nothing must have made progress for a stall, null to look for none
 * @param rescue whether to add carriers for a moment when a stall is seen that they may end
 * @param monitorsPin whether owning a monitor keeps the carrier in this JVM
 */
public record WatchSettings(
        @Nullable Duration probe, @Nullable Duration stall, boolean rescue, boolean monitorsPin) {}
