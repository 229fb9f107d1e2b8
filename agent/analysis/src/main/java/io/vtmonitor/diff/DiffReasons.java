package io.vtmonitor.diff;

import io.vtmonitor.common.StableName;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.Difference.Kind;
import io.vtmonitor.report.DifferenceFacts.EasedInitialization;
import io.vtmonitor.report.DifferenceFacts.FreedMonitors;
import io.vtmonitor.report.DifferenceFacts.LimitOf;
import io.vtmonitor.report.DifferenceFacts.LostMonitors;
import io.vtmonitor.report.DifferenceFacts.Note;
import io.vtmonitor.report.DifferenceFacts.OncePerJvm;
import io.vtmonitor.report.DifferenceFacts.OneLook;
import io.vtmonitor.report.DifferenceFacts.OtherCarriers;
import io.vtmonitor.report.DifferenceFacts.OtherJdks;
import io.vtmonitor.report.DifferenceFacts.OtherLibrary;
import io.vtmonitor.report.DifferenceFacts.OtherThresholds;
import io.vtmonitor.report.DifferenceFacts.PinsNotRequested;
import io.vtmonitor.report.DifferenceFacts.PinsOfOneSide;
import io.vtmonitor.report.DifferenceFacts.ShortSide;
import io.vtmonitor.report.DifferenceFacts.SideName;
import io.vtmonitor.report.DifferenceFacts.UnlistedSites;
import io.vtmonitor.report.DifferenceFacts.UnreadSites;
import io.vtmonitor.report.DifferenceFacts.WaitsOfOneSide;
import io.vtmonitor.report.DifferenceFacts.Why;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.LimitKind.Hides;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.Occurrence;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
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
            List<SiteFigures> candidates = new ArrayList<>(only(after, before));
            candidates.addAll(both(after, before));
            DiffParts parts = new DiffParts(candidates, StableName::of);
            for (SiteFigures whole : only(before, after)) {
                SiteFigures part = parts.of(whole);
                if (part != null) {
                    rename(StableName.of(whole.id()), StableName.of(part.id()));
                }
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
     * What explains a site's change; null if nothing is known to.
     *
     * @param id its stable form
     * @param site of the side that has it
     */
    @Nullable
    Why why(String id, Kind kind, SiteFigures site) {
        List<String> former = formerIds(id);
        if (!former.isEmpty()) {
            return new LostMonitors(former, partly.contains(id));
        }
        if (kind == Kind.SAME) {
            return null;
        }
        boolean less = kind == Kind.VANISHED || kind == Kind.SHRANK;
        Why jdk = less ? byJdk(before, after, site) : byJdk(after, before, site);
        if (jdk != null) {
            return jdk;
        }
        Why library = byLibrary(site);
        if (library != null) {
            return library;
        }
        return site.occurrence() == Occurrence.ONCE && (kind == Kind.VANISHED || kind == Kind.APPEARED)
                ? new OncePerJvm()
                : null;
    }

    private static @Nullable Why byJdk(DiffSide with, DiffSide without, SiteFigures site) {
        if (site.verdict() == Verdict.GONE_ON_24 && crosses(with, without, MONITORS_FREE)) {
            return new FreedMonitors(List.copyOf(with.features()), List.copyOf(without.features()));
        }
        if (site.verdict() == Verdict.EASED_ON_26 && crosses(with, without, CLASS_INIT_EASED)) {
            return new EasedInitialization(List.copyOf(with.features()), List.copyOf(without.features()));
        }
        return null;
    }

    /** True if all of one side are older than a JDK and none of the other is. */
    private static boolean crosses(DiffSide older, DiffSide newer, int feature) {
        Set<Integer> from = older.features();
        Set<Integer> to = newer.features();
        return !from.isEmpty()
                && !to.isEmpty()
                && from.stream().allMatch(version -> version < feature)
                && to.stream().allMatch(version -> version >= feature);
    }

    private @Nullable Why byLibrary(SiteFigures site) {
        for (HolderLine holder : site.holders()) {
            Library library = holder.library();
            if (library != null) {
                Set<String> was = before.versions(library.name());
                Set<String> is = after.versions(library.name());
                if (!was.isEmpty() && !is.isEmpty() && !was.equals(is)) {
                    return new OtherLibrary(library.name(), List.copyOf(was), List.copyOf(is));
                }
            }
        }
        return null;
    }

    /** What makes the sides hard to compare. */
    List<Note> notes() {
        List<Note> notes = new ArrayList<>();
        List<String> jdksBefore = List.copyOf(before.each(Jvm::javaVersion));
        List<String> jdksAfter = List.copyOf(after.each(Jvm::javaVersion));
        if (differ(jdksBefore, jdksAfter)) {
            notes.add(new OtherJdks(jdksBefore, jdksAfter));
        }
        boolean ofDumps = before.ofDumps() || after.ofDumps();
        if (!ofDumps) {
            thresholds(notes, false, Jvm::pinnedThresholdNanos);
        }
        if (!ofDumps && !crosses(before, after, MONITORS_FREE) && !crosses(after, before, MONITORS_FREE)) {
            thresholds(notes, true, Jvm::monitorThresholdNanos);
        }
        List<Integer> carriersBefore = List.copyOf(before.each(DiffReasons::carriers));
        List<Integer> carriersAfter = List.copyOf(after.each(DiffReasons::carriers));
        if (differ(carriersBefore, carriersAfter)) {
            notes.add(new OtherCarriers(carriersBefore, carriersAfter));
        }
        if (before.ofDumps() != after.ofDumps()) {
            notes.add(new PinsOfOneSide(before.ofDumps() ? SideName.AFTER : SideName.BEFORE));
        }
        if (before.waits().isEmpty() != after.waits().isEmpty()) {
            notes.add(new WaitsOfOneSide(before.waits().isEmpty() ? SideName.AFTER : SideName.BEFORE));
        }
        if (!before.waits().isEmpty() && !after.waits().isEmpty()) {
            oneLook(notes, SideName.BEFORE, before);
            oneLook(notes, SideName.AFTER, after);
        }
        of(notes, SideName.BEFORE, before);
        of(notes, SideName.AFTER, after);
        return notes;
    }

    private static void oneLook(List<Note> notes, SideName name, DiffSide side) {
        if (side.waits().stream().mapToLong(Waits::looks).sum() == 1) {
            notes.add(new OneLook(name));
        }
    }

    /** Null for unknown ones, as those of dumps are. They are no reason. */
    private static @Nullable Integer carriers(Jvm jvm) {
        return jvm.assumesCarriers() || jvm.parallelism() == 0 ? null : Integer.valueOf(jvm.parallelism());
    }

    private void thresholds(List<Note> notes, boolean monitors, Function<Jvm, @Nullable Long> threshold) {
        List<Long> was = List.copyOf(before.each(threshold));
        List<Long> is = List.copyOf(after.each(threshold));
        if (differ(micros(was), micros(is))) {
            notes.add(new OtherThresholds(monitors, was, is));
        }
    }

    /** Options have no finer unit. */
    private static List<Long> micros(List<Long> nanos) {
        return nanos.stream().map(each -> Math.round(each / 1e3)).toList();
    }

    private static boolean differ(List<?> was, List<?> is) {
        return !was.equals(is) && !was.isEmpty() && !is.isEmpty();
    }

    private static void of(List<Note> notes, SideName name, DiffSide side) {
        double seconds = side.wallNanos() / 1e9;
        if (seconds < SHORT_SECONDS && !side.ofDumps()) {
            notes.add(new ShortSide(name, seconds));
        }
        if (side.leftOut() > 0) {
            notes.add(new PinsNotRequested(name, side.leftOut()));
        }
        if (side.unreadSites() > 0) {
            notes.add(new UnreadSites(name, side.unreadSites()));
        }
        if (side.foldedPins() > 0) {
            notes.add(new UnlistedSites(name, side.foldedPins()));
        }
        side.limits().stream()
                .filter(limit -> limit.hides() == Hides.PINS || limit.kind() == LimitKind.ASKED_TIME)
                .forEach(limit -> notes.add(new LimitOf(name, limit)));
    }
}
