package io.vtmonitor.waits;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place whose threads became more.
 *
 * @param site the place
 * @param from how many when its group began to grow, about
 * @param to how many now, about
 */
public record Grown(WaitSite site, int from, int to) {
    /** The one that grew most; null where samples are not sure that any did. */
    static @Nullable Grown of(Growth growth, List<Share> before, List<Share> now) {
        if (now.size() == 1 && before.size() <= 1) {
            return new Grown(now.get(0).site(), growth.from(), growth.to());
        }
        Grown most = null;
        for (Share share : now) {
            Share then = before.stream()
                    .filter(each -> each.site().place().equals(share.site().place()))
                    .findFirst()
                    .orElse(new Share(share.site(), 0, 0));
            int grown = share.threads() - then.threads();
            boolean sure = grown > share.margin() && grown > then.margin();
            if (sure && (most == null || grown > most.to() - most.from())) {
                most = new Grown(share.site(), then.threads(), share.threads());
            }
        }
        return most;
    }
}
