package io.vtmonitor.tally;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.List;

/**
 * Which of several accounts of one site a report gives: that of the longest pin, and of equal ones the first by text.
 */
final class SiteDescriptionOrder {
    private SiteDescriptionOrder() {}

    static boolean isBetter(SiteFigures one, SiteFigures other) {
        int longer = Long.compare(one.maxNanos(), other.maxNanos());
        return longer > 0 || (longer == 0 && text(one).compareTo(text(other)) < 0);
    }

    /**
     * What is said of a site next to its figures and apart from {@link WeakestProof}, which no single pin decides;
     * equal texts say the same.
     */
    static String text(SiteFigures site) {
        return List.of(
                        site.holders().stream()
                                .map(holder -> holder.with(Confidence.EXACT))
                                .toList(),
                        site.reason(),
                        site.compensated(),
                        site.advice().with(Confidence.EXACT),
                        String.valueOf(site.monitorClass()),
                        site.initializer() == null ? "" : site.initializer().className())
                .toString();
    }
}
