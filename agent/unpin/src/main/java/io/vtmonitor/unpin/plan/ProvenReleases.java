package io.vtmonitor.unpin.plan;

import io.vtmonitor.model.Library;
import io.vtmonitor.report.ClassPattern;
import io.vtmonitor.report.ProvenLibrary;
import io.vtmonitor.report.UnpinSummary;
import io.vtmonitor.unpin.flow.ClassFiles;
import io.vtmonitor.unpin.flow.Names;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The meaning of {@code unpin=auto}: classes of proven libraries, in exactly the releases that were tested. */
public final class ProvenReleases {
    public static final ProvenReleases NONE = new ProvenReleases(List.of(), (location, type) -> null);

    private final List<Candidate> candidates;
    private final BiFunction<String, String, @Nullable Library> libraryAt;
    private final Map<String, UnpinSummary.Refused> verdicts = new ConcurrentHashMap<>();
    private final Set<UnpinSummary.Pattern> rewritten = ConcurrentHashMap.newKeySet();

    private record Candidate(ProvenLibrary library, List<ClassPattern> patterns) {}

    /**
     * With these libraries.
     *
     * @param libraryAt whose a class is, by the address of what it is in and its binary name; null if nothing tells
     */
    public ProvenReleases(List<ProvenLibrary> libraries, BiFunction<String, String, @Nullable Library> libraryAt) {
        List<Candidate> known = new ArrayList<>();
        for (ProvenLibrary library : libraries) {
            List<ClassPattern> patterns = new ArrayList<>();
            library.patterns().forEach(pattern -> patterns.add(ClassPattern.parse(pattern)));
            known.add(new Candidate(library, List.copyOf(patterns)));
        }
        this.candidates = List.copyOf(known);
        this.libraryAt = libraryAt;
    }

    /** Loads what a look at a jar needs, before the JVM asks for a class while it loads one. */
    public void rehearse(String location, String className) {
        if (!candidates.isEmpty() && libraryAt.apply(location, className) == null) {
            verdicts.clear(); // our own jar is none of them
        }
    }

    /** Whether a class may be meant; where it is not, no file has to be looked at. */
    boolean mayMatch(String name) {
        return candidate(name) != null;
    }

    boolean matches(String name, ClassFiles files) {
        Candidate candidate = candidate(name);
        String location = candidate == null ? null : files.location(name);
        if (candidate == null || location == null) {
            return false;
        }
        Library library = libraryAt.apply(location, Names.dotted(name));
        ClassPattern pattern = candidate.patterns.get(0);
        if (candidate.library.has(library)) {
            rewritten.add(new UnpinSummary.Pattern(pattern, String.valueOf(library)));
            return true;
        }
        String seen = library == null ? "what is at " + location : library.toString();
        verdicts.putIfAbsent(
                location,
                new UnpinSummary.Refused(
                        seen,
                        "not among the proven releases (" + String.join(", ", candidate.library.versions())
                                + "); unpin=" + pattern.text() + " rewrites it anyway"));
        return false;
    }

    private @Nullable Candidate candidate(String name) {
        for (Candidate candidate : candidates) {
            if (candidate.patterns.stream().anyMatch(pattern -> pattern.matches(name))) {
                return candidate;
            }
        }
        return null;
    }

    /** The patterns that were found to hold, each with its library. */
    public List<UnpinSummary.Pattern> rewritten() {
        return rewritten.stream()
                .sorted(Comparator.comparing(UnpinSummary.Pattern::toString))
                .toList();
    }

    /** Libraries that are left alone. */
    public List<UnpinSummary.Refused> leftAlone() {
        return verdicts.values().stream()
                .sorted(Comparator.comparing(UnpinSummary.Refused::toString))
                .toList();
    }
}
