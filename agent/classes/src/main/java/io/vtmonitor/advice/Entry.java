package io.vtmonitor.advice;

import io.vtmonitor.model.Advice.Cure;
import io.vtmonitor.model.AdviceKind;
import io.vtmonitor.model.Change;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.Releases;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one library; the format is described in {@code docs/advice.md}.
 *
 * @param id stable name
 * @param artifacts names of its jars, without version; {@code jdk} for the JDK's own classes
 * @param match which holders it is about
 * @param releases which releases hold
 * @param remedy what happens, and what to do
 * @param unpin what the option {@code unpin} does for it
 * @param evidence address of the source
 * @param confidence how sure it is
 */
record Entry(
        String id,
        List<String> artifacts,
        Match match,
        Releases releases,
        Remedy remedy,
        UnpinProof unpin,
        String evidence,
        Confidence confidence) {
    /**
     * Which holders an entry is about.
     *
     * @param holders beginnings of {@code class.method}
     * @param calledBy if not empty, the nearest frame under the holder that is not the JDK's must begin like one of
     *     these
     * @param kind what it is about
     * @param everyJdk false if only JDK 21 to 23 are concerned
     */
    record Match(List<String> holders, List<String> calledBy, AdviceKind kind, boolean everyJdk) {
        Match {
            holders = List.copyOf(holders);
            calledBy = List.copyOf(calledBy);
        }
    }

    /**
     * What happens, and what to do.
     *
     * @param summary what happens, one sentence
     * @param action what removes it
     * @param workaround what helps meanwhile, null for nothing
     * @param step what removes it without another JDK, where that is no upgrade to a release in {@code fixed}; null for
     *     none
     */
    record Remedy(
            String summary,
            String action,
            @Nullable String workaround,
            @Nullable Cure step) {}

    /**
     * What the option {@code unpin} does for it.
     *
     * @param patterns its classes, as the option names them; empty if that was not tried
     * @param versions the releases with which our tests have tried it, exactly
     */
    record UnpinProof(List<String> patterns, List<String> versions) {
        UnpinProof {
            patterns = List.copyOf(patterns);
            versions = List.copyOf(versions);
        }
    }

    private static final Set<Hold> MONITORS = EnumSet.of(Hold.MONITOR, Hold.MONITOR_ENTER, Hold.OBJECT_WAIT);

    /** A loader's own monitors are its business, too. */
    private static final Map<AdviceKind, Set<Hold>> HOLDS = Map.of(
            AdviceKind.MONITOR, MONITORS,
            AdviceKind.NATIVE, EnumSet.of(Hold.NATIVE, Hold.UPCALL),
            AdviceKind.CLINIT, EnumSet.of(Hold.CLASS_INIT, Hold.CLASS_INIT_WAIT),
            AdviceKind.LOADER, EnumSet.of(Hold.CLASS_LOAD, Hold.CRITICAL_SECTION, Hold.MONITOR, Hold.MONITOR_ENTER),
            AdviceKind.VICTIM,
                    EnumSet.of(Hold.MONITOR, Hold.MONITOR_ENTER, Hold.OBJECT_WAIT, Hold.NATIVE, Hold.UPCALL));

    Entry {
        artifacts = List.copyOf(artifacts);
    }

    boolean concerns(Hold hold) {
        return HOLDS.getOrDefault(match.kind, Set.of()).contains(hold);
    }

    boolean isVictim() {
        return match.kind == AdviceKind.VICTIM;
    }

    /**
     * True if what removes this removes the other, too: a release that is new enough for both, or leaving the library's
     * native code to platform threads.
     */
    boolean cures(Entry other) {
        boolean sameLibrary = artifacts.stream().anyMatch(other.artifacts::contains) && !artifacts.contains("jdk");
        boolean sameRelease = newest(releases.fixed()).isPresent()
                && newest(other.releases.fixed()).isPresent()
                && Versions.compare(
                                newest(releases.fixed()).get(),
                                newest(other.releases.fixed()).get())
                        >= 0;
        return equals(other) || (sameLibrary && !other.isVictim() && (match.kind == AdviceKind.NATIVE || sameRelease));
    }

    private static Optional<String> newest(List<Releases.Fix> fixed) {
        return fixed.stream().map(Releases.Fix::in).max(Versions::compare);
    }

    Releases.Status status(@Nullable String version) {
        if (version == null || !Versions.isVersion(version)) {
            return Releases.Status.UNKNOWN;
        }
        if (releases.regressed().stream().anyMatch(from -> isFrom(version, from) && !isFixedSince(version, from))) {
            return Releases.Status.REGRESSED;
        }
        return isFixed(version) ? Releases.Status.FIXED : Releases.Status.AFFECTED;
    }

    /** True if it depends on the version whether the library holds. */
    boolean knowsVersions() {
        return !releases.fixed().isEmpty();
    }

    /**
     * What removes it without another JDK.
     *
     * @param library as it is in use, null if that is not known
     * @return null if nothing is known to
     */
    @Nullable
    Cure cure(@Nullable Library library) {
        String version = library == null ? null : library.version();
        Releases.Status status = status(version);
        if (status == Releases.Status.FIXED || remedy.step != null || !knowsVersions()) {
            return status == Releases.Status.FIXED ? null : remedy.step;
        }
        if (!releases.regressed().isEmpty() || artifacts.contains("jdk")) {
            return null;
        }
        Library used = library == null ? new Library(artifacts.get(0), null) : library;
        return new Cure(
                Cure.Kind.RELEASE,
                new Change.Upgrade(used, Versions.release(firstFree(version))),
                status == Releases.Status.AFFECTED && !releases.guess());
    }

    private String firstFree(@Nullable String version) {
        for (Releases.Fix fix : releases.fixed()) {
            if (version != null && fix.branch() != null && Versions.isOn(version, fix.branch())) {
                return fix.in();
            }
        }
        return newest(releases.fixed()).orElseThrow();
    }

    private boolean isFixed(String version) {
        for (Releases.Fix fix : releases.fixed()) {
            if (fix.branch() != null && Versions.isOn(version, fix.branch())) {
                return isFrom(version, fix.in());
            }
        }
        return newest(releases.fixed()).stream().anyMatch(in -> isFrom(version, in));
    }

    private boolean isFixedSince(String version, String regression) {
        return releases.fixed().stream()
                .map(Releases.Fix::in)
                .anyMatch(in -> Versions.compare(in, regression) > 0 && isFrom(version, in));
    }

    private static boolean isFrom(String version, String first) {
        return Versions.compare(version, first) >= 0;
    }
}
