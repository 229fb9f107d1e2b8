package io.vtmonitor.scan.report;

import io.vtmonitor.model.MethodName;
import io.vtmonitor.scan.Assessment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The findings for a screen: the most important ones, but further ones of a library, of a library those that wait for
 * the same, and those whose path goes through a holder that was picked, step back behind others that are nearly as
 * important.
 */
final class ScanSelection {
    private static final int FREE_OF_LIBRARY = 4;
    private static final int FREE_OF_KIND = 3;
    private static final int PER_FURTHER = 4;
    private static final int THROUGH_PICKED = 8;

    private final List<Assessment> left;
    private final Map<Object, Integer> taken = new HashMap<>();
    private final Set<MethodName> holders = new HashSet<>();

    /** @param findings the most important first */
    ScanSelection(List<Assessment> findings) {
        left = new ArrayList<>(findings);
    }

    private record OfKind(Object library, Object kind) {}

    /** The most important ones, at most so many, the most important first. */
    List<Assessment> first(int most) {
        if (left.size() <= most) {
            return left;
        }
        List<Assessment> picked = new ArrayList<>();
        while (picked.size() < most) {
            int best = 0;
            for (int i = 1; i < left.size() && left.get(i).score() < rank(best); i++) {
                best = rank(i) < rank(best) ? i : best;
            }
            Assessment next = left.remove(best);
            taken.merge(next.finding().holding().library(), 1, Integer::sum);
            taken.merge(kind(next), 1, Integer::sum);
            holders.add(next.finding().holding().holder());
            picked.add(next);
        }
        return picked;
    }

    private int rank(int index) {
        Assessment each = left.get(index);
        int ofLibrary = taken.getOrDefault(each.finding().holding().library(), 0);
        int ofKind = taken.getOrDefault(kind(each), 0);
        return each.score()
                + PER_FURTHER * Math.max(0, ofLibrary + 1 - FREE_OF_LIBRARY)
                + PER_FURTHER * Math.max(0, ofKind + 1 - FREE_OF_KIND)
                + (goesThroughPicked(each) ? THROUGH_PICKED : 0);
    }

    private boolean goesThroughPicked(Assessment each) {
        return each.finding().path().stream().anyMatch(step -> holders.contains(step.method()));
    }

    private static OfKind kind(Assessment each) {
        return new OfKind(each.finding().holding().library(), each.finding().kind());
    }
}
