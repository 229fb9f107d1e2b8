package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.LastMinute;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The answer in two sentences: what pins the carriers, and what that costs.
 *
 * @param culprit the sentence about the site with the most pinned time; it names the holder nearest to the blocking
 *     call
 * @param cost the figures, each with its denominator
 * @param severity how much of the scheduler's capacity was lost
 * @param site the id of that site
 */
public record LeadText(String culprit, String cost, Severity severity, String site) {
    /** From this part of the capacity on, the loss is worth the attention of whoever operates the application. */
    private static final double NOTABLE = 0.01;

    private static final double HIGH = 0.1;

    /**
     * Nanoseconds without a free carrier, in which all other virtual threads waited. From this time on it is critical.
     */
    private static final long STARVED = 1_000_000_000;

    /** How urgent a finding is. */
    public enum Severity {
        /** No carrier was free for 1 s or longer in all, or a carrier was still held at the end. */
        CRITICAL,
        /** At least 10 % of the capacity was lost, or no carrier was free for 100 ms or longer in all. */
        HIGH,
        /** At least 1 % of the capacity was lost. */
        MODERATE,
        LOW;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The lead of a report with pins; null without pins. */
    public static @Nullable LeadText of(Report report) {
        if (report.sites().isEmpty() || report.totals().pins() == 0) {
            return null;
        }
        SiteFigures site = report.sites().get(0);
        return new LeadText(culprit(site), cost(report, site), severity(report), site.id());
    }

    private static String culprit(SiteFigures site) {
        if (site.reason() == Reason.TIMED_WAIT) {
            return "The JVM itself pins carriers in Object.wait with a timeout: " + site.id() + ".";
        }
        if (site.holders().isEmpty()) {
            return "Carriers are pinned at " + site.id() + ". The holder is not known.";
        }
        HolderLine holder = site.holders().get(0);
        String library = holder.library() == null ? "" : " (" + holder.library() + ")";
        return holder.className().substring(holder.className().lastIndexOf('.') + 1) + "." + holder.methodName()
                + library + " pins carriers " + how(site, holder)
                + (holder.confidence() == Confidence.EXACT ? "." : ": " + holder.confidence() + ".");
    }

    private static String how(SiteFigures site, HolderLine holder) {
        Hold hold = holder.hold();
        return switch (hold) {
            case MONITOR_ENTER -> "while it waits to enter a monitor";
            case OBJECT_WAIT -> "in Object.wait";
            case CLASS_INIT_WAIT -> "while it waits for another thread to initialize a class";
            case CLASS_LOAD -> "while the JVM loads a class";
            case MONITOR -> "while it owns a monitor" + blocked(site);
            case NATIVE -> "in native code" + blocked(site);
            case UPCALL -> "while a call that it makes leads through native code" + blocked(site);
            case CLASS_INIT -> "in a class initializer" + blocked(site);
            case CRITICAL_SECTION -> "in a critical section" + blocked(site);
            case UNKNOWN -> "for an unknown reason" + blocked(site);
        };
    }

    private static String blocked(SiteFigures site) {
        return site.operation() == Operation.UNKNOWN
                ? ""
                : " and blocks in " + site.operation().toString().replace('_', ' ');
    }

    private static String cost(Report report, SiteFigures site) {
        Totals totals = report.totals();
        List<String> sentences = new ArrayList<>();
        double share = totals.pinnedNanos() > 0 ? (double) site.pinnedNanos() / totals.pinnedNanos() : 0;
        sentences.add(Plural.of(totals.pins(), "pin") + " held carriers for "
                + Durations.text(totals.pinnedNanos()) + ", "
                + (site.pinnedNanos() == totals.pinnedNanos() ? "all" : Durations.percent(share) + " of that")
                + " at this site");
        if (report.hasOtherSchedulers()) {
            sentences.add("some may be of carriers of another scheduler than the default one");
            return capitalized(String.join("; ", sentences)) + ".";
        }
        if (report.hasUnknownCarriers() || report.ofPrintedEvents()) {
            return capitalized(String.join("; ", sentences)) + ".";
        }
        if (totals.starvedNanos() > 0) {
            sentences.add((report.sparesPinned()
                            ? "at least as many carriers as the scheduler's parallelism were pinned for "
                            : "no carrier was free for ")
                    + Durations.text(totals.starvedNanos()) + " in all");
        }
        sentences.add(Durations.percent(totals.capacityLost()) + " of the carriers' time was lost");
        return capitalized(String.join("; ", sentences)) + ".";
    }

    /** One sentence about the last minute of a watch, which may differ from the whole watch. */
    public static String lastMinute(LastMinute last, Report report) {
        String in = "In the last " + Durations.text(last.nanos());
        if (last.sites().isEmpty()) {
            return in + ", no pin ended.";
        }
        LastMinute.Part worst = last.sites().get(0);
        String bound = report.isCapacityAtMost() ? "at most " : "";
        return in + ", by pins that have ended: " + bound + Durations.percent(last.capacityLost())
                + " of the carriers' time was lost, " + bound + Durations.text(last.starvedNanos())
                + " without a free carrier; most at " + worst.site() + " (" + Durations.text(worst.pinnedNanos())
                + ").";
    }

    private static String capitalized(String sentence) {
        return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
    }

    private static Severity severity(Report report) {
        Totals totals = report.totals();
        boolean held = report.limits().stream().anyMatch(limit -> limit.kind() == LimitKind.CARRIERS_HELD);
        if (!held && (report.isCapacityAtMost() || report.ofPrintedEvents())) {
            return totals.capacityLost() >= NOTABLE ? Severity.MODERATE : Severity.LOW; // the loss is an upper bound
        }
        if (held || totals.starvedNanos() >= STARVED) {
            return Severity.CRITICAL;
        }
        if (totals.capacityLost() >= HIGH || totals.starvedNanos() >= HIGH * STARVED) {
            return Severity.HIGH;
        }
        return totals.capacityLost() >= NOTABLE ? Severity.MODERATE : Severity.LOW;
    }
}
