package io.vtmonitor.diff;

import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Finds the site that is what is left of another when its monitors no longer hold. Sides can have thousands of sites:
 * each is compared only with those that share its rarest holder.
 */
final class DiffParts {
    private final UnaryOperator<String> stable;
    private final Map<String, List<Part>> byHolder = new HashMap<>();

    /**
     * @param sites those that may be a part of another; the first that fits is found
     * @param stable makes the stable form of a method's name
     */
    DiffParts(List<SiteFigures> sites, UnaryOperator<String> stable) {
        this.stable = stable;
        List<Part> parts = new ArrayList<>();
        Map<String, Integer> counts = new HashMap<>();
        for (SiteFigures site : sites) {
            // A loader may hold twice, by a monitor and without.
            Part part = new Part(parts.size(), site, new LinkedHashSet<>(holders(site)));
            parts.add(part);
            part.holders.forEach(holder -> counts.merge(holder, 1, Integer::sum));
        }
        for (Part part : parts) {
            part.holders.stream()
                    .min(Comparator.comparing(counts::get))
                    .ifPresent(rarest -> byHolder.computeIfAbsent(rarest, fresh -> new ArrayList<>())
                            .add(part));
        }
    }

    private record Part(int number, SiteFigures site, Set<String> holders) {}

    /** Null if none is left of it. */
    @Nullable
    SiteFigures of(SiteFigures whole) {
        List<String> many = holders(whole);
        Set<String> distinct = new LinkedHashSet<>(many);
        return distinct.stream()
                .flatMap(holder -> byHolder.getOrDefault(holder, List.of()).stream())
                .filter(part -> part.site.operation() == whole.operation()
                        && part.holders.size() < many.size()
                        && distinct.containsAll(part.holders))
                .min(Comparator.comparingInt(Part::number))
                .map(Part::site)
                .orElse(null);
    }

    private List<String> holders(SiteFigures site) {
        return site.holders().stream()
                .map(HolderLine::method)
                .map(method -> stable.apply(method.toString()))
                .toList();
    }
}
