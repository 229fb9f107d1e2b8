package io.vtmonitor.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks what {@code unpin} would do to the holders of a blocking. {@code unpin} knows. */
@FunctionalInterface
public interface UnpinPlanner {
    /** Offers nothing. */
    UnpinPlanner NONE = (blocking, holders) -> null;

    /**
     * Never throws.
     *
     * @param holders nearest to the block first
     * @return null if the option does not apply: no holder, one that holds by no monitor or is the JDK's own, or a JDK
     *     on which monitors don't pin
     */
    @Nullable
    UnpinOffer offer(Blocking blocking, List<Holder> holders);
}
