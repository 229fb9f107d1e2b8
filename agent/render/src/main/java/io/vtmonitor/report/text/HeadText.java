package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.JavaVersion;
import io.vtmonitor.common.Plural;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.LimitKind.Hides;
import io.vtmonitor.report.Outlook;
import io.vtmonitor.report.PinnedWindow;
import io.vtmonitor.report.PinnedWindow.SitePins;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.BusyFigures;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.LeftOut;
import io.vtmonitor.report.figures.NearMisses;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.report.figures.Totals;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What pins cost: the JVMs, the totals, the worst stretch, and what a newer JDK changes. */
public final class HeadText {
    /** Above this part of the capacity, the lost capacity is shown in red. */
    private static final double MUCH = 0.2;

    /** So many JVMs have a line each; of more JVMs there is a summary. */
    private static final int FEW_JVMS = 3;

    private static final String NO_TIME = "--since and --until select nothing of the recording";

    static final String NO_PLAN = "There is no plan: no pin was seen.";

    /** Nanoseconds. Shorter stretches without a free carrier are not reported. */
    private static final long WORTH_TELLING = 1_000_000;

    /** From this JDK on, a pin that began before the recording is recorded, too. */
    private static final int COUNTS_EARLIER = 24;

    private HeadText() {}

    static void write(TextWriter page, Report report) {
        jvms(page, report);
        cost(page, report);
    }

    static void jvms(TextWriter page, Report report) {
        if (report.jvms().size() <= FEW_JVMS) {
            report.jvms().forEach(jvm -> page.line("%s", jvm(jvm, report)));
        } else {
            JvmText.shortly(page, report);
        }
    }

    /** The totals, or why there are no pins. */
    static void cost(TextWriter page, Report report) {
        Totals totals = report.totals();
        if (totals.pins() == 0) {
            String none = none(report);
            if (!none.isEmpty()) {
                page.line("%s", none);
            }
            return;
        }
        List<Limit> held = held(report);
        for (Limit limit : held) {
            page.line("%s", TextWriter.red(sentence(limit)));
        }
        if (report.hasOtherSchedulers()) {
            ofUnknownShare(
                    page,
                    report,
                    "It is not known how many of them were the default scheduler's, and so what share of its capacity"
                            + " was lost: threads of another scheduler were seen");
            return;
        }
        if (report.hasUnknownCarriers()) {
            ofUnknownShare(
                    page,
                    report,
                    "It is not known what share of the capacity was lost, nor whether a carrier was free: the number of"
                            + " carriers is unknown");
            return;
        }
        if (report.ofPrintedEvents()) {
            ofUnknownShare(
                    page,
                    report,
                    "It is not known what share of the capacity was lost: printed events don't show how long the"
                            + " JVM was watched");
            return;
        }
        String lost = Durations.percent(totals.capacityLost()) + " of the capacity was lost"
                + (held.isEmpty() ? "" : totals.pins() == 1 ? " to it" : " to them");
        page.line(
                "%s%s held carriers for %s: %s; %sat most %d %s at once, %s",
                Plural.of(totals.pins(), "pin"),
                held.isEmpty() ? "" : " that ended",
                Durations.text(totals.pinnedNanos()),
                totals.capacityLost() > MUCH ? TextWriter.red(lost) : lost,
                isInSeveralFiles(report) ? "in one file, " : "",
                totals.maxCarriersPinned(),
                totals.compensatedNanos() > 0 // then carriers that spare ones replaced are not counted
                        ? "missing"
                        : held.isEmpty() ? "pinned" : "of them",
                starved(totals.starvedNanos(), report.sparesPinned(), !held.isEmpty()));
        if (totals.compensatedNanos() > 0) {
            page.line(
                    "%s of it was Object.wait, for which the JVM may start spare carriers: not counted as lost",
                    Durations.text(totals.compensatedNanos()));
        }
        if (report.sparesPinned()) {
            page.line(
                    "More were pinned at once than %s: %s. The lost capacity does not include them",
                    aimedAt(report.jvms()),
                    mayHaveSpares(report)
                            ? "the JVM may have started spare carriers for Object.wait and file I/O, and they were"
                                    + " pinned, too"
                            : "some had spare carriers, or carriers of another scheduler");
        }
        if (!report.worst().isEmpty()
                && report.worst().get(0).starved()
                && report.worst().get(0).heldNanos() >= WORTH_TELLING) {
            worst(page, report);
        }
        nearMisses(page, report);
        page.line("%s", future(report));
    }

    private static void nearMisses(TextWriter page, Report report) {
        NearMisses near = nearMissesOf(report);
        if (near != null) {
            String site = near.sites().get(0).id();
            Integer rank = ranks(report).get(site);
            page.line("%s", onlyOneFree(near, rank == null ? site : rank.toString()));
        }
    }

    /** For the HTML page: how often only one carrier was free; null if that is not known, or never was so. */
    public static @Nullable String nearMisses(Report report) {
        NearMisses near = lostAtMost(report) == null ? nearMissesOf(report) : null;
        return near == null ? null : onlyOneFree(near, near.sites().get(0).id()) + ".";
    }

    /** None if all carriers were pinned at some time: that is reported instead. */
    private static @Nullable NearMisses nearMissesOf(Report report) {
        NearMisses near = report.totals().nearMisses();
        return near == null
                        || report.totals().starvedNanos() > 0
                        || near.sites().isEmpty()
                ? null
                : near;
    }

    private static String onlyOneFree(NearMisses near, String site) {
        return "Only one carrier was free " + (near.times() == 1 ? "once" : near.times() + " times") + ", for "
                + Durations.text(near.nanos())
                + " in all: one more pin stops all virtual threads. Most is of site " + site;
    }

    private static Map<String, Integer> ranks(Report report) {
        Map<String, Integer> ranks = new TreeMap<>();
        List<SiteFigures> sites = report.sites();
        for (int i = 0; i < sites.size(); i++) {
            ranks.putIfAbsent(sites.get(i).id(), i + 1);
        }
        return ranks;
    }

    /**
     * Pins without the part of the capacity that they cost, which is not known.
     *
     * @param why it is not known
     */
    private static void ofUnknownShare(TextWriter page, Report report, String why) {
        Totals totals = report.totals();
        page.line(
                "%s%s held carriers for %s; at most %d at once. %s",
                Plural.of(totals.pins(), "pin"),
                held(report).isEmpty() ? "" : " that ended",
                Durations.text(totals.pinnedNanos()),
                totals.maxCarriersPinned(),
                why);
        page.line("%s", future(report));
    }

    /** Why the lost capacity and the time without a free carrier are upper bounds; null if they are none. */
    public static @Nullable String capacityAtMost(Report report) {
        if (report.hasOtherSchedulers()) {
            return "pins of other schedulers may be among them";
        }
        return report.hasUnknownCarriers() ? "the number of carriers is unknown, and one is assumed" : null;
    }

    /** The same of the lost capacity alone, which is a share of the time watched. */
    public static @Nullable String lostAtMost(Report report) {
        String both = capacityAtMost(report);
        return both == null && report.ofPrintedEvents()
                ? "printed events don't show how long the JVM was watched"
                : both;
    }

    /** Whether the report has waits or file I/O for which a JVM starts spare carriers. */
    private static boolean mayHaveSpares(Report report) {
        boolean spares = report.totals().compensatedNanos() > 0;
        for (BusyFigures busy : report.carrierBusy()) {
            spares |= busy.compensated();
        }
        return spares;
    }

    private static String future(Report report) {
        return outlook(report) + (monitorsPin(report) ? "" : "; monitors do not pin on this JDK");
    }

    /**
     * A threshold of monitor events is reported for JVMs whose monitors pin. If a recording does not show that its JVM
     * runs with legacy locking, its pins do.
     */
    private static boolean monitorsPin(Report report) {
        boolean pin = false;
        for (Jvm jvm : report.jvms()) {
            pin |= jvm.monitorThresholdNanos() != null;
        }
        for (SiteFigures site : report.sites()) {
            for (HolderLine holder : site.holders()) {
                pin |= holder.hold().isMonitor();
            }
        }
        return pin;
    }

    /**
     * Why a report has no pins: none ended, or none matched what was asked for. Empty for dumps if verdicts or stalls
     * say what is wrong.
     */
    public static String none(Report report) {
        boolean noTime = watchedNoTime(report);
        LeftOut leftOut = report.totals().leftOut();
        if (leftOut == null) {
            return noTime ? NO_TIME + "." : report.source().ofDumps() ? ofDumps(report) : noneEnded(report);
        }
        return (noTime ? NO_TIME : "None of the requested pins occurred") + ": " + LimitText.by(leftOut) + ".";
    }

    /** The limits, without those that the head of the report has stated. */
    static List<Limit> unreportedLimits(Report report) {
        boolean countsNothing = report.totals().leftOut() != null || watchedNoTime(report);
        if (report.totals().pins() == 0 && countsNothing) {
            return report.limits();
        }
        List<Limit> limits = new ArrayList<>(report.limits());
        limits.removeAll(held(report));
        limits.removeIf(limit -> explainsAll(report, limit));
        return limits;
    }

    /**
     * The pins that dumps show, which are those that had not ended. Without any, what the threads wait for; empty if a
     * verdict or a stall says what is wrong.
     */
    private static String ofDumps(Report report) {
        if (!held(report).isEmpty()) {
            return heldNow(report);
        }
        boolean hasFindings =
                !report.waits().verdicts().isEmpty() || !report.stalls().isEmpty();
        return hasFindings ? "" : WaitsText.calmDumps(report.waits());
    }

    /** For the HTML page: the pins that had not ended, and what a newer JDK changes, or why there are no pins. */
    public static String verdict(Report report) {
        if (report.totals().pins() == 0) {
            return none(report);
        }
        return (held(report).isEmpty() ? "" : heldNow(report) + " ") + outlook(report) + ".";
    }

    private static String heldNow(Report report) {
        return held(report).stream().map(HeadText::sentence).collect(Collectors.joining(" "));
    }

    /** A limit that hides pins comes first: with it, a report without pins does not show that there were none. */
    private static String noneEnded(Report report) {
        if (!held(report).isEmpty()) {
            return "No pin ended. " + heldNow(report);
        }
        for (Limit limit : report.limits()) {
            if (explainsAll(report, limit)) {
                return sentence(limit);
            }
            if (limit.hides() == Hides.PINS) {
                return "No pin was seen, and pins may be missing: " + LimitText.sentence(limit) + ".";
            }
        }
        long nanos = 0;
        boolean leavesOutEarlier = false;
        for (Jvm jvm : report.jvms()) {
            nanos += jvm.wallNanos();
            leavesOutEarlier |= JavaVersion.feature(jvm.javaVersion()) < COUNTS_EARLIER;
        }
        double unwatched = 0;
        for (Limit limit : report.limits()) {
            unwatched += limit.kind() == LimitKind.START_NOT_WATCHED ? limit.seconds("seconds") : 0;
        }
        String watched = Durations.text(nanos);
        String all = Durations.text(nanos / 1e9 + unwatched);
        return "No pin ended in the " + watched + " watched"
                + (all.equals(watched) ? "" : " (of " + all + " since the JVM's start)")
                + (leavesOutEarlier ? "; pins that began earlier are not counted." : ".");
    }

    /** Whether this limit is the whole explanation: the only JVM of the report was recorded without events of pins. */
    private static boolean explainsAll(Report report, Limit limit) {
        return limit.kind() == LimitKind.NO_EVENTS_OF_PINS && report.jvms().size() == 1;
    }

    private static String sentence(Limit limit) {
        String sentence = LimitText.sentence(limit);
        return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + ".";
    }

    /** Limits that report pins under way when a recording ended or a dump was written. No figure counts them. */
    static List<Limit> held(Report report) {
        List<Limit> held = new ArrayList<>();
        for (Limit limit : report.limits()) {
            switch (limit.kind()) {
                case CARRIERS_HELD, CARRIERS_LIKELY_HELD, CARRIERS_KEPT, PIN_UNDER_WAY, PINNED_IN_DUMP ->
                    held.add(limit);
                default -> {
                    // these are with the blind spots
                }
            }
        }
        return held;
    }

    /** Whether the report has no pins, and filters or the requested time may be the reason. */
    static boolean leavesOutAll(Report report) {
        return report.totals().pins() == 0 && (report.totals().leftOut() != null || watchedNoTime(report));
    }

    private static boolean watchedNoTime(Report report) {
        long nanos = 0;
        for (Jvm jvm : report.jvms()) {
            nanos += jvm.wallNanos();
        }
        return nanos == 0 && report.limits().stream().anyMatch(limit -> limit.kind() == LimitKind.ASKED_TIME);
    }

    /** Whether several files of the report continue the recording of one JVM. */
    static boolean isInSeveralFiles(Report report) {
        return report.limits().stream().anyMatch(limit -> limit.kind() == LimitKind.JVM_IN_SEVERAL_FILES);
    }

    /** One JVM of a report. */
    public static String jvm(Jvm jvm, Report report) {
        String carriers = jvm.parallelism() == 0
                ? ""
                : (jvm.assumesCarriers() ? "an unknown number of carriers" : Plural.of(jvm.parallelism(), "carrier"))
                        + ", ";
        return "JDK " + jvm.javaVersion() + ", " + carriers + seen(jvm, report);
    }

    /** If there are more dumps than JVMs, a report does not have how many are of which JVM. */
    private static String seen(Jvm jvm, Report report) {
        int jvms = report.jvms().size();
        if (jvms == 1 || jvm.wallNanos() > 0 || !report.source().ofDumps()) {
            return seen(report, jvm.wallNanos(), " from ", jvm.start());
        }
        return (report.waits().looks() == jvms ? "dump of " : "the first dump of ") + toSecond(jvm.start());
    }

    /**
     * For how long the JVM was watched, or when its dumps were written.
     *
     * @param from the words between the length and the start
     */
    static String seen(Report report, long nanos, String from, Instant begin) {
        Instant at = toSecond(begin);
        if (nanos > 0 || !report.source().ofDumps()) {
            return "watched for " + Durations.text(nanos) + from + at;
        }
        String dump = report.source().kind().equals(Source.HEAP_DUMP) ? "heap dump" : "thread dump";
        long dumps = report.waits().looks();
        return dumps > 1 ? dumps + " " + dump + "s, the first of " + at : dump + " of " + at;
    }

    private static String starved(long nanos, boolean spares, boolean held) {
        String all = spares
                ? "at least as many as the scheduler's parallelism for "
                : held ? "on all carriers for " : "all of them for ";
        return nanos > 0 ? all + Durations.text(nanos) : held ? "never on all carriers" : "never all of them";
    }

    private static String aimedAt(List<Jvm> jvms) {
        return jvms.size() == 1
                ? "the scheduler's parallelism of " + Plural.of(jvms.get(0).parallelism(), "carrier")
                : "a JVM's parallelism";
    }

    private static void worst(TextWriter page, Report report) {
        PinnedWindow worst = report.worst().get(0);
        page.line(
                "Worst from %s on: %s for %s of %s; %s",
                toMillis(worst.begin()),
                report.sparesPinned() ? "at least as many were pinned" : "no carrier was free",
                Durations.text(worst.heldNanos()),
                Durations.text(worst.nanos()),
                pins(worst.sites().subList(0, Math.min(3, worst.sites().size())), ranks(report)));
    }

    private static String pins(List<SitePins> sites, Map<String, Integer> ranks) {
        List<String> texts = new ArrayList<>();
        for (SitePins site : sites) {
            Integer rank = ranks.get(site.id());
            String pins = site.pins() == 1 ? " pin of site " : " pins of site ";
            texts.add(site.pins() + pins + (rank == null ? site.id() : rank.toString()));
        }
        return String.join(", ", texts);
    }

    /** Which parts of the pinned time disappear on newer JDKs, and which stay; one sentence. */
    public static String outlook(Report report) {
        Outlook outlook = report.outlook();
        long total = report.totals().pinnedNanos();
        List<Share> parts = new ArrayList<>();
        add(parts, outlook.goneOn24Nanos(), total, "disappears on JDK 24 and later");
        add(parts, outlook.easedOn26Nanos(), total, "is eased on JDK 26");
        add(parts, outlook.staysNanos(), total, stays(report) + " on every JDK");
        long inTimedWaits = 0;
        for (SiteFigures site : report.sites()) {
            inTimedWaits += site.reason() == Reason.TIMED_WAIT ? site.pinnedNanos() : 0;
        }
        add(parts, inTimedWaits, total, "is of Object.wait with a timeout, which JDK 25 to 27 pin now and then");
        add(parts, outlook.unknownNanos() - inTimedWaits, total, "may or may not disappear on newer JDKs");
        if (parts.size() == 1) {
            return "All of the pinned time " + parts.get(0).what();
        }
        StringBuilder sentence = new StringBuilder();
        for (Share part : parts) {
            boolean first = sentence.isEmpty();
            sentence.append(first ? "" : ", ")
                    .append(Durations.percent(part.of()))
                    .append(first ? " of the pinned time " : " ")
                    .append(part.what());
        }
        return sentence.toString();
    }

    /** A part of the pinned time, and what becomes of it. */
    private record Share(double of, String what) {}

    private static void add(List<Share> parts, long nanos, long total, String what) {
        if (nanos > 0 && total > 0) {
            parts.add(new Share((double) nanos / total, what));
        }
    }

    private static String stays(Report report) {
        for (SiteFigures site : report.sites()) {
            if (site.verdict() == Verdict.STAYS && !isNative(site)) {
                return "stays";
            }
        }
        return "is native and stays";
    }

    private static boolean isNative(SiteFigures site) {
        boolean isNative = site.reason() == Reason.NATIVE;
        for (HolderLine holder : site.holders()) {
            isNative |= holder.hold() == Hold.NATIVE || holder.hold() == Hold.UPCALL;
        }
        return isNative;
    }

    static Instant toSecond(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS);
    }

    static Instant toMillis(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS);
    }
}
