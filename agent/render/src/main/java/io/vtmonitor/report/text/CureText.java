package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.model.Action;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.UnpinOffer;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.Occurrence;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What to do about a site in sentences: the advice, and what {@code unpin} would do, with the carrier-seconds it saves.
 */
public final class CureText {
    /** Nanoseconds. A longer pin is a problem even if it happens only once. */
    private static final long LONG_NANOS = 1_000_000_000;

    private CureText() {}

    /** The cure, also for a site of which {@link #isOver} is true. */
    public static String of(SiteFigures site) {
        return text(site.advice(), Durations.text(site.pinnedNanos()));
    }

    /** @param report the report that has the site */
    static String of(SiteFigures site, Report report) {
        String text = of(site);
        if (!isOver(site, report)) {
            return text;
        }
        return (site.pins() == 1 ? "It happened once" : "It did not happen again")
                + ": leave it, unless that delay matters. " + text;
    }

    /**
     * Whether the pins came from loading or initializing classes, which happens only once, and were short. If the
     * report has a stall, or carriers that were held to the end, this is false: one of these classes may be the reason.
     */
    static boolean isOver(SiteFigures site, Report report) {
        return site.occurrence() == Occurrence.ONCE
                && report.stalls().isEmpty()
                && HeadText.held(report).isEmpty()
                && site.maxNanos() < LONG_NANOS
                && switch (site.reason()) {
                    case CLASS_INIT, CLASS_INIT_WAIT, CLASS_LOAD -> true;
                    default -> false;
                };
    }

    /** For a site that was just found: without the time that it costs, which is not known yet. */
    public static String ofNew(Advice advice) {
        return text(advice, null);
    }

    /**
     * The sites for the HTML page, with all advice worded, as the page's script can't word an offer of {@code unpin}.
     */
    public static List<SiteFigures> inFull(List<SiteFigures> sites, Report report) {
        return sites.stream()
                .map(site -> site.with(site.advice()
                        .withAction(new Action.Worded(of(site, report)))
                        .withUnpin(null)))
                .toList();
    }

    private static String text(Advice advice, @Nullable String seconds) {
        UnpinOffer offer = advice.unpin();
        String action = ActionText.of(advice.action());
        return offer == null || offer.patterns().isEmpty() ? action : action + " " + sentence(offer, seconds);
    }

    private static String sentence(UnpinOffer offer, @Nullable String seconds) {
        String option = "unpin=" + String.join(";", offer.patterns());
        String standIn = offer.standIn();
        if (!offer.frees()) {
            return option + (standIn == null ? " would not remove it: " : " would likely not remove it: ")
                    + offer.keeps().stream()
                            .map(kept -> kept.holder() + ", " + kept.why())
                            .collect(Collectors.joining("; "))
                    + "." + (standIn == null ? "" : byStandIn(standIn));
        }
        String saves = seconds == null ? "removes it" : "saves these " + seconds;
        String may = seconds == null ? "may remove it" : "may save these " + seconds;
        String begin = "On JDK 21 without code changes: " + option + " ";
        if (!offer.planned()) {
            return begin + may
                    + ", if everything that holds can be rewritten. To find out, run with unpin=audit:, or pass the"
                    + " application's jars and the home of its JDK with --classpath.";
        }
        return standIn == null
                ? begin + saves + ": everything that holds is rewritten."
                : begin + "likely " + saves + ": everything that holds is rewritten." + byStandIn(standIn);
    }

    private static String byStandIn(String version) {
        return " This was found with the classes of JDK " + version + ", not with those of the JDK that ran. To be"
                + " certain, pass the home of that JDK with --classpath.";
    }
}
