package io.vtmonitor.waits;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place at which more threads wait than before.
 *
 * @param site the place
 * @param from about how many threads when its group began to grow
 * @param to about how many threads now
 */
public record GrownSite(WaitSite site, int from, int to) {
    /** The place that grew most; null if the samples do not prove that any did. */
    static @Nullable GrownSite of(GroupGrowth growth, List<SiteShare> before, List<SiteShare> now) {
        if (now.size() == 1 && before.size() <= 1) {
            return new GrownSite(now.get(0).site(), growth.from(), growth.to());
        }
        GrownSite most = null;
        for (SiteShare share : now) {
            SiteShare then = before.stream()
                    .filter(each -> each.site().place().equals(share.site().place()))
                    .findFirst()
                    .orElse(new SiteShare(share.site(), 0, 0));
            int grown = share.threads() - then.threads();
            boolean sure = grown > share.margin() && grown > then.margin();
            if (sure && (most == null || grown > most.to() - most.from())) {
                most = new GrownSite(share.site(), then.threads(), share.threads());
            }
        }
        return most;
    }
}
