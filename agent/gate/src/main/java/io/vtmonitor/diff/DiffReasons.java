package io.vtmonitor.diff;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.common.StableName;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.Difference.Kind;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.LimitKind.Hides;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.Occurrence;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.text.LimitText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What explains a difference: other JDKs, other libraries, other settings. */
final class DiffReasons {
    private static final int MONITORS_FREE = 24;
    private static final int CLASS_INIT_EASED = 26;
    private static final double SHORT_SECONDS = 60;

    private final DiffSide before;
    private final DiffSide after;
    private final Map<String, List<String>> formerIds = new TreeMap<>();

    /** Those of the ids that sites of before have, too. */
    private final Set<String> partly = new HashSet<>();

    /**
     * Sites of before that only lost their monitors on the way to JDK 24 are counted under the ids that they have
     * after.
     */
    DiffReasons(DiffSide before, DiffSide after) {
        this.before = before;
        this.after = after;
        if (crosses(before, after, MONITORS_FREE)) {
            List<SiteFigures> appeared = only(after, before);
            List<SiteFigures> stayed = both(after, before);
            for (SiteFigures whole : only(before, after)) {
                Stream.concat(appeared.stream(), stayed.stream())
                        .filter(part -> isPart(part, whole))
                        .findFirst()
                        .ifPresent(part -> rename(StableName.of(whole.id()), StableName.of(part.id())));
            }
        }
    }

    private void rename(String former, String id) {
        if (before.has(id) && !formerIds.containsKey(id)) {
            partly.add(id);
        }
        before.rename(former, id);
        formerIds.computeIfAbsent(id, fresh -> new ArrayList<>()).add(former);
    }

    /** What a site was called before, where that is not what it is called after. */
    List<String> formerIds(String id) {
        return formerIds.getOrDefault(id, List.of());
    }

    private static List<SiteFigures> only(DiffSide here, DiffSide there) {
        return sites(here, id -> !there.has(id));
    }

    private static List<SiteFigures> both(DiffSide here, DiffSide there) {
        return sites(here, there::has);
    }

    private static List<SiteFigures> sites(DiffSide here, Predicate<String> wanted) {
        List<SiteFigures> sites = new ArrayList<>();
        for (String id : here.ids()) {
            SiteFigures site = here.shown(id);
            if (site != null && wanted.test(id)) {
                sites.add(site);
            }
        }
        return sites;
    }

    /**
     * What explains a site's change; null where nothing is known to.
     *
     * @param id its stable form
     * @param site of the side that has it
     */
    @Nullable
    String why(String id, Kind kind, SiteFigures site) {
        List<String> former = formerIds(id);
        if (!former.isEmpty()) {
            return (partly.contains(id) ? "Part of it was " : "It was ") + String.join(" and ", former)
                    + " before: on JDK 24 and later, its monitors do not hold the carrier (JEP 491)";
        }
        if (kind == Kind.SAME) {
            return null;
        }
        boolean less = kind == Kind.VANISHED || kind == Kind.SHRANK;
        String jdk = less ? byJdk(before, after, site) : byJdk(after, before, site);
        if (jdk != null) {
            return jdk;
        }
        String library = byLibrary(site);
        if (library != null) {
            return library;
        }
        return site.occurrence() == Occurrence.ONCE && (kind == Kind.VANISHED || kind == Kind.APPEARED)
                ? "It happens once per JVM: whether a recording contains it depends on when the recording began"
                : null;
    }

    private static @Nullable String byJdk(DiffSide with, DiffSide without, SiteFigures site) {
        if (site.verdict() == Verdict.GONE_ON_24 && crosses(with, without, MONITORS_FREE)) {
            return "JDK " + text(with.features()) + " pins here, " + text(without.features())
                    + " does not: on JDK 24 and later, monitors do not hold the carrier (JEP 491)";
        }
        if (site.verdict() == Verdict.EASED_ON_26 && crosses(with, without, CLASS_INIT_EASED)) {
            return "JDK " + text(with.features()) + " pins here, " + text(without.features())
                    + " rarely does: on JDK 26 and later, most waits for a class's initialization free the carrier"
                    + " (JDK-8369238)";
        }
        return null;
    }

    /** True where all of one side are older than a JDK and none of the other is. */
    private static boolean crosses(DiffSide older, DiffSide newer, int feature) {
        Set<Integer> from = older.features();
        Set<Integer> to = newer.features();
        return !from.isEmpty()
                && !to.isEmpty()
                && from.stream().allMatch(version -> version < feature)
                && to.stream().allMatch(version -> version >= feature);
    }

    /** Whether a site is what is left of another when its monitors no longer hold. */
    private static boolean isPart(SiteFigures part, SiteFigures whole) {
        Set<String> few = new LinkedHashSet<>(holders(part)); // a loader may hold twice, by a monitor and without
        List<String> many = holders(whole);
        return part.operation() == whole.operation()
                && !few.isEmpty()
                && few.size() < many.size()
                && many.containsAll(few);
    }

    private static List<String> holders(SiteFigures site) {
        return site.holders().stream()
                .map(holder -> StableName.of(holder.method().toString()))
                .toList();
    }

    private @Nullable String byLibrary(SiteFigures site) {
        for (HolderLine holder : site.holders()) {
            Library library = holder.library();
            if (library != null) {
                Set<String> was = before.versions(library.name());
                Set<String> is = after.versions(library.name());
                if (!was.isEmpty() && !is.isEmpty() && !was.equals(is)) {
                    return library.name() + " " + text(was) + " before, " + text(is) + " after";
                }
            }
        }
        return null;
    }

    /** What makes the sides hard to compare. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        differs(notes, "the JDK differs: %s before, %s after", side -> text(side.each(Jvm::javaVersion)));
        differs(
                notes,
                "the threshold of pins differs: %s before, %s after: sites may appear and vanish for that reason only",
                side -> thresholds(side.each(Jvm::pinnedThresholdNanos)));
        if (!crosses(before, after, MONITORS_FREE) && !crosses(after, before, MONITORS_FREE)) {
            differs(
                    notes,
                    "the threshold of waits for a monitor or for notify differs: %s before, %s after",
                    side -> thresholds(side.each(Jvm::monitorThresholdNanos)));
        }
        differs(
                notes,
                "the number of carriers differs: %s before, %s after",
                side -> text(side.each(Jvm::parallelism)));
        if (before.waits().isEmpty() != after.waits().isEmpty()) {
            notes.add("only " + (before.waits().isEmpty() ? "after" : "before")
                    + " knows what virtual threads waited for: waits are not compared");
        }
        of(notes, "before", before);
        of(notes, "after", after);
        return notes;
    }

    private void differs(List<String> notes, String sentence, Function<DiffSide, String> what) {
        String was = what.apply(before);
        String is = what.apply(after);
        if (!was.equals(is) && !was.isEmpty() && !is.isEmpty()) {
            notes.add(sentence.formatted(was, is));
        }
    }

    private static void of(List<String> notes, String name, DiffSide side) {
        double seconds = side.wallNanos() / 1e9;
        if (seconds < SHORT_SECONDS) {
            notes.add(
                    String.format(Locale.ROOT, "%s is %.1f s long: figures per hour are extrapolated", name, seconds));
        }
        if (side.leftOut() > 0) {
            notes.add(name + ": " + side.leftOut()
                    + (side.leftOut() == 1 ? " pin was not requested and is" : " pins were not requested and are")
                    + " not counted");
        }
        if (side.unreadSites() > 0) {
            notes.add(name + ": the class files of " + side.unreadSites()
                    + (side.unreadSites() == 1 ? " site" : " sites")
                    + " were not all found; with --classpath, more holders may be found, which changes the site's name:"
                    + " it may seem to appear or vanish");
        }
        if (side.foldedPins() > 0) {
            notes.add(name + " has " + Plural.of(side.foldedPins(), "pin")
                    + " of sites beyond the bound: sites may seem to appear or vanish for that reason only");
        }
        side.limits().stream()
                .filter(limit -> limit.hides() == Hides.PINS || limit.kind() == LimitKind.ASKED_TIME)
                .forEach(limit -> notes.add(name + ": " + LimitText.sentence(limit)));
    }

    private static String text(Set<?> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static String thresholds(Set<Long> nanos) {
        return nanos.stream().map(DiffReasons::threshold).collect(Collectors.joining(", "));
    }

    /** As it is given in options. */
    private static String threshold(long nanos) {
        long micros = Math.round(nanos / 1e3);
        if (micros == 0) {
            return "none";
        }
        return Durations.exact(micros);
    }
}
