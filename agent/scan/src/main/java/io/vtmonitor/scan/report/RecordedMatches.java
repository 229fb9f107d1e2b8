package io.vtmonitor.scan.report;

import io.vtmonitor.common.StableName;
import io.vtmonitor.model.Hold;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.scan.Assessment;
import io.vtmonitor.scan.ScanFinding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What recordings saw of the places that a scan finds. */
public final class RecordedMatches {
    /** Whatever was seen comes first. */
    private static final int BEFORE_ALL = -1_000_000;

    private static final int STEP = 1_000;

    private final long pins;
    private final double seconds;
    private final Map<String, Cost> costs = new LinkedHashMap<>();
    private final Map<String, Holder> holders = new LinkedHashMap<>();

    /**
     * What a holder cost: the pins in which it held, alone or with others.
     *
     * @param pins how many
     * @param seconds sum of their durations
     */
    public record Cost(long pins, double seconds) {
        private Cost and(Cost other) {
            return new Cost(pins + other.pins, seconds + other.seconds);
        }
    }

    /**
     * A recorded holder.
     *
     * @param name class and method
     * @param hold by what it held
     */
    record Holder(String name, Hold hold) {}

    /**
     * A recorded holder and what the scan says of it.
     *
     * @param cost what it cost
     * @param guess whether the scan has it as a guess, else not at all
     */
    record Missed(Holder holder, Cost cost, boolean guess) {}

    private RecordedMatches(long pins, double seconds) {
        this.pins = pins;
        this.seconds = seconds;
    }

    /** Takes what a report names. */
    public static RecordedMatches of(Report recorded) {
        RecordedMatches seen =
                new RecordedMatches(recorded.totals().pins(), recorded.totals().pinnedNanos() / 1e9);
        for (SiteFigures site : recorded.sites()) {
            Set<String> once = new TreeSet<>();
            for (HolderLine line : site.holders()) {
                Holder holder = new Holder(line.method().toString(), kind(line.hold()));
                String key = key(line);
                if (once.add(key)) {
                    seen.holders.putIfAbsent(key, holder);
                    seen.costs.merge(key, new Cost(site.pins(), site.pinnedNanos() / 1e9), Cost::and);
                }
            }
        }
        return seen;
    }

    /** Who waits to enter waits for one who owns; an upcall is native code that calls back. */
    private static Hold kind(Hold hold) {
        return switch (hold) {
            case MONITOR_ENTER -> Hold.MONITOR;
            case UPCALL -> Hold.NATIVE;
            case CLASS_INIT_WAIT -> Hold.CLASS_INIT;
            default -> hold;
        };
    }

    /** The same for a recorded holder and for a finding that names it. */
    static String key(HolderLine line) {
        return StableName.of(line.method() + " " + kind(line.hold()));
    }

    static String key(ScanFinding finding) {
        return StableName.of(
                finding.holding().holder() + " " + finding.holding().hold());
    }

    /** What a finding's holder cost, null if the recordings do not name it. */
    public @Nullable Cost cost(ScanFinding finding) {
        return costs.get(key(finding));
    }

    /** The findings with those that were seen first, by their seconds. */
    public List<Assessment> first(List<Assessment> findings) {
        List<Assessment> seen = new ArrayList<>();
        List<Assessment> others = new ArrayList<>();
        findings.forEach(each -> (cost(each.finding()) == null ? others : seen).add(each));
        seen.sort(Comparator.comparingDouble((Assessment each) -> seconds(each)).reversed());
        List<Assessment> all = new ArrayList<>();
        for (int i = 0; i < seen.size(); i++) {
            all.add(seen.get(i).withScore(BEFORE_ALL + i * STEP));
        }
        all.addAll(others);
        return all;
    }

    private double seconds(Assessment each) {
        Cost cost = cost(each.finding());
        return cost == null ? 0 : cost.seconds();
    }

    long pins() {
        return pins;
    }

    double seconds() {
        return seconds;
    }

    /** How many holders the recordings name. */
    int holders() {
        return holders.size();
    }

    /** The recorded holders that are not among what a scan says without a guess, the most costly first. */
    List<Missed> missedBy(ScanReport report) {
        Set<String> certain = new TreeSet<>();
        Set<String> guessed = new TreeSet<>();
        for (Assessment each : report.findings()) {
            boolean isGuess = !each.isCertain();
            (isGuess ? guessed : certain).add(key(each.finding()));
        }
        List<Missed> missed = new ArrayList<>();
        holders.forEach((key, holder) -> {
            Cost cost = costs.get(key);
            if (cost != null && !certain.contains(key)) {
                missed.add(new Missed(holder, cost, guessed.contains(key)));
            }
        });
        missed.sort(Comparator.comparingDouble((Missed each) -> each.cost().seconds())
                .reversed()
                .thenComparing(each -> each.holder().name()));
        return missed;
    }
}
