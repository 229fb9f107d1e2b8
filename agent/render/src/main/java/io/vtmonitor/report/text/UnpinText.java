package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.UnpinOffer;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.UnpinSummary;
import io.vtmonitor.report.UnpinSummary.How;
import io.vtmonitor.report.UnpinSummary.Pattern;
import io.vtmonitor.report.UnpinSummary.Place;
import io.vtmonitor.report.UnpinSummary.Refused;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What {@code unpin} did, and why sites of the report still pin. */
public final class UnpinText {
    private static final Set<Hold> MONITORS = EnumSet.of(Hold.MONITOR, Hold.MONITOR_ENTER, Hold.OBJECT_WAIT);
    private static final int LISTED_SITES = 10;
    private static final int LISTED = 5;
    private static final int LISTED_AT_EXIT = 3;

    private UnpinText() {}

    /** The counts, what needs action, and why sites still pin; empty if {@code unpin} was not used. */
    public static List<String> lines(Report report) {
        List<String> lines = new ArrayList<>();
        for (UnpinSummary unpin : report.unpin()) {
            lines.add(counts(unpin));
            unpin.unsound().stream()
                    .limit(LISTED)
                    .forEach(line -> lines.add((unpin.audit() ? "would be UNSOUND: " : "UNSOUND: ") + line));
            unpin.refused().stream().limit(LISTED).forEach(line -> lines.add("left alone: " + line));
            if (!unpin.loadedBefore().isEmpty()) {
                lines.add("loaded before vt-monitor, so not changed: "
                        + String.join(
                                ", ",
                                unpin.loadedBefore().stream().limit(LISTED).toList())
                        + (unpin.loadedBefore().size() > LISTED ? ", …" : ""));
            }
        }
        lines.addAll(remaining(report));
        return lines;
    }

    private static String counts(UnpinSummary unpin) {
        return "unpin=" + (unpin.audit() ? "audit:" : "")
                + unpin.patterns().stream().map(Pattern::toString).collect(Collectors.joining(";")) + ": "
                + changes(unpin) + unpin.refused().size() + " left alone, "
                + unpin.foreign().size()
                + " met outside the pattern, " + unpin.unsound().size() + " unsound";
    }

    /**
     * The lines at exit: the counts, and the classes that were left alone. Unsound places are only counted, as each was
     * logged when it was found. An audit lists everything.
     */
    public static List<String> atExit(UnpinSummary unpin) {
        boolean audit = unpin.audit();
        List<Refused> refused = unpin.refused();
        List<String> lines = new ArrayList<>();
        lines.add(changes(unpin) + counted(refused.size(), "class is", "classes are") + " left alone; "
                + counted(unpin.objects(), "object has", "objects have") + " a lock now"
                + (unpin.unsound().isEmpty() ? "" : "; " + unpin.unsound().size() + " UNSOUND"));
        if (audit) {
            unpin.unsound().forEach(line -> lines.add("would be UNSOUND: " + line));
        }
        refused.stream()
                .limit(audit ? refused.size() : LISTED_AT_EXIT)
                .forEach(line -> lines.add("left alone: " + line));
        if (audit && !unpin.loadedBefore().isEmpty()) {
            lines.add("loaded before vt-monitor, so not changed: " + String.join(", ", unpin.loadedBefore()));
        }
        return lines;
    }

    /**
     * For an audit, every place; otherwise the number of places that still use their monitor. There may be many, so
     * they come last.
     */
    public static List<String> placesAtExit(UnpinSummary unpin) {
        if (unpin.audit()) {
            return unpin.places().stream().map(Place::toString).toList();
        }
        long listed = unpin.places().stream()
                .filter(place -> place.how() != How.REWRITTEN)
                .count();
        return listed == 0
                ? List.of()
                : List.of("report=FILE lists the " + listed
                        + " places that still use their monitor, each with the reason");
    }

    /** What happened to the places; ends with a comma. */
    private static String changes(UnpinSummary unpin) {
        return (unpin.audit() ? "would rewrite " : "rewrote ")
                + counted(unpin.rewritten(), "place that locks", "places that lock")
                + " in " + counted(unpin.classes(), "class", "classes") + "; "
                + counted(unpin.both(), "takes", "take") + " monitor and lock, "
                + counted(unpin.kept(), "keeps", "keep") + " the monitor, ";
    }

    private static String counted(long count, String one, String several) {
        return count + " " + (count == 1 ? one : several);
    }

    /**
     * Why the sites with the most pinned time still pin: a line for each of their holders. After an audit, also what
     * the plan would save, and which patterns would save more.
     */
    public static List<String> remaining(Report report) {
        if (report.unpin().isEmpty()) {
            return List.of();
        }
        boolean audit = report.unpin().stream().allMatch(UnpinSummary::audit);
        List<String> lines = new ArrayList<>();
        if (audit) {
            lines.add(saved(report));
        }
        for (SiteFigures site : report.sites().stream().limit(LISTED_SITES).toList()) {
            for (HolderLine holder : site.holders()) {
                if (!(audit && isFreed(report.unpin(), holder))) {
                    lines.add((audit ? "would still pin, " : "still pins, ") + Durations.text(site.pinnedNanos())
                            + ": "
                            + HolderText.where(holder) + ", "
                            + why(report.unpin(), site, holder));
                }
            }
            if (audit) {
                lines.addAll(needs(site));
            }
        }
        return lines.stream().distinct().toList();
    }

    /** The patterns that a site needs: it pins until all its holders are rewritten. */
    private static List<String> needs(SiteFigures site) {
        UnpinOffer offer = site.advice().unpin();
        if (offer == null || offer.patterns().isEmpty()) {
            return List.of();
        }
        String of = Durations.text(site.pinnedNanos()) + " of " + site.id();
        if (!offer.frees()) {
            return List.of("no pattern can save the " + of + ": " + keeps(offer));
        }
        List<String> patterns = offer.patterns();
        return List.of("to save the " + of + ", match " + String.join(" and ", patterns)
                + (patterns.size() == 1 ? "" : ", all of them")
                + (offer.certain() ? "" : ", if everything that holds can be rewritten"));
    }

    private static String keeps(UnpinOffer offer) {
        return offer.keeps().stream()
                .map(kept -> kept.holder() + ", " + kept.why())
                .collect(Collectors.joining("; "));
    }

    private static String saved(Report report) {
        List<SiteFigures> freed = report.sites().stream()
                .filter(site -> !site.holders().isEmpty()
                        && site.holders().stream().allMatch(holder -> isFreed(report.unpin(), holder)))
                .toList();
        long nanos = freed.stream().mapToLong(SiteFigures::pinnedNanos).sum();
        return "the plan would save " + Durations.text(nanos) + " of "
                + Durations.text(report.totals().pinnedNanos()) + " pinned, all of " + freed.size() + " of "
                + report.sites().size() + " sites";
    }

    /** Whether the plan rewrites the place at which the holder owns its monitor. */
    private static boolean isFreed(List<UnpinSummary> unpins, HolderLine holder) {
        return MONITORS.contains(holder.hold())
                && unpins.stream()
                        .map(unpin -> place(unpin, holder))
                        .anyMatch(place -> place != null && place.how() == How.REWRITTEN);
    }

    private static String why(List<UnpinSummary> unpins, SiteFigures site, HolderLine holder) {
        if (!MONITORS.contains(holder.hold())) {
            return "it holds by " + holder.hold() + ", which is not a monitor";
        }
        boolean matched = false;
        for (UnpinSummary unpin : unpins) {
            Place place = place(unpin, holder);
            if (place != null) {
                return "on " + place.lock() + ": " + place.how() + ", " + place.why();
            }
            if (unpin.loadedBefore().contains(holder.className())) {
                return "its class was loaded before vt-monitor";
            }
            for (Refused refused : unpin.refused()) {
                if (refused.name().equals(holder.className())) {
                    return "its class is left alone: " + refused.why();
                }
            }
            for (Pattern pattern : unpin.patterns()) {
                if (pattern.classes().excludes() && pattern.names(holder.className())) {
                    return "its class is excluded by the pattern " + pattern;
                }
                matched |= pattern.names(holder.className());
            }
        }
        return matched
                ? "the place could not be found in the plan"
                : "no pattern of unpin names its class"
                        + suggestion(site.advice().unpin(), holder.className());
    }

    private static String suggestion(@Nullable UnpinOffer offer, String className) {
        if (JdkNames.isJdk(className)) {
            return ": the JDK's own monitors stay";
        }
        String known = offer == null ? null : offer.patternOf(className);
        String pattern = known == null ? UnpinOffer.patternFor(className) : known;
        return offer == null || offer.frees()
                ? "; also match " + pattern
                : "; " + pattern + " would not help: " + keeps(offer);
    }

    /**
     * The last place of the holder's method at or before the holder's line, or otherwise the first one of the method.
     * Rewritten places are left out, except in an audit, as they no longer pin.
     */
    private static @Nullable Place place(UnpinSummary unpin, HolderLine holder) {
        List<Place> ofMethod = unpin.places().stream()
                .filter(place -> place.method().equals(holder.method().toString())
                        && (unpin.audit() || place.how() != How.REWRITTEN))
                .toList();
        return ofMethod.stream()
                .filter(place -> place.line() <= holder.line())
                .reduce((earlier, later) -> later.line() >= earlier.line() ? later : earlier)
                .orElse(ofMethod.isEmpty() ? null : ofMethod.get(0));
    }
}
