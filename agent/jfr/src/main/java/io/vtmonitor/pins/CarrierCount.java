package io.vtmonitor.pins;

import io.vtmonitor.common.CarrierPool;
import org.jspecify.annotations.Nullable;

/**
 * How many carriers the JDK's scheduler will aim at, as its properties tell; the rule is that of
 * {@code java.lang.VirtualThread.createDefaultScheduler}.
 *
 * @param carriers from 1 on
 * @param from the source: {@code property}, {@code processors} or {@code assumed}
 */
public record CarrierCount(int carriers, String from) {
    /** The property that asks for so many. */
    public static final String ASKED = "jdk.virtualThreadScheduler.parallelism";

    /**
     * Works it out. With a property that is no such number the JDK has no scheduler at all: it is left out.
     *
     * @param configured value of {@link #ASKED}, null if it is not set
     * @param most value of {@link CarrierPool#MAX_POOL_SIZE}, likewise
     * @param processors that the JVM has, null if that is not known
     */
    public static CarrierCount of(@Nullable String configured, @Nullable String most, @Nullable Integer processors) {
        Integer wanted = CarrierPool.number(configured);
        Integer bound = CarrierPool.number(most);
        int aim = wanted != null ? wanted : processors != null ? processors : 1;
        if (bound != null && bound < aim) {
            return new CarrierCount(bound, "property");
        }
        return new CarrierCount(aim, wanted != null ? "property" : processors != null ? "processors" : "assumed");
    }
}
