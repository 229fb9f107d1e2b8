package io.vtmonitor.tally;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.List;

/**
 * Which of several accounts of one site a report gives: of those that a newer JDK helps least, that of the longest pin,
 * and of equal ones the first by text. What removes the holders of any other pin would leave some of the site's.
 */
final class SiteDescriptionOrder {
    private SiteDescriptionOrder() {}

    /**
     * Above zero if a pin describes a site better than a description does, zero if the texts decide.
     *
     * @param holders of the pin
     * @param nanos its length
     */
    static int compare(List<Holder> holders, long nanos, SiteFigures other) {
        int harder = Integer.compare(hardness(holders), hardness(other));
        return harder != 0 ? harder : Long.compare(nanos, other.describedPinNanos());
    }

    static boolean isBetter(SiteFigures one, SiteFigures other) {
        int harder = Integer.compare(hardness(one), hardness(other));
        int longer = harder != 0 ? harder : Long.compare(one.describedPinNanos(), other.describedPinNanos());
        return longer > 0 || (longer == 0 && text(one).compareTo(text(other)) < 0);
    }

    /**
     * By the sorts of holders alone: the verdict is that of all pins of the site. An account without holders names
     * nothing, so any other is better.
     */
    private static int hardness(SiteFigures site) {
        int hardest = 0;
        for (HolderLine holder : site.holders()) {
            hardest = Math.max(hardest, hardness(holder.hold()));
        }
        return hardest;
    }

    private static int hardness(List<Holder> holders) {
        int hardest = 0;
        for (Holder holder : holders) {
            hardest = Math.max(hardest, hardness(holder.hold()));
        }
        return hardest;
    }

    private static int hardness(Hold hold) {
        return switch (hold) {
            case MONITOR, MONITOR_ENTER, OBJECT_WAIT -> 1;
            case CLASS_INIT_WAIT -> 2;
            case UNKNOWN -> 3;
            case NATIVE, UPCALL, CLASS_INIT, CLASS_LOAD, CRITICAL_SECTION -> 4;
        };
    }

    /**
     * What is said of a site next to its figures and apart from {@link WeakestProof}, which no single pin decides;
     * equal texts say the same.
     */
    private static String text(SiteFigures site) {
        return List.of(
                        site.holders().stream()
                                .map(holder -> holder.with(Confidence.EXACT))
                                .toList(),
                        site.reason(),
                        site.compensated(),
                        site.advice().with(Confidence.EXACT),
                        String.valueOf(site.awaited().monitorClass()),
                        site.awaited().initializer() == null
                                ? ""
                                : site.awaited().initializer().className())
                .toString();
    }
}
