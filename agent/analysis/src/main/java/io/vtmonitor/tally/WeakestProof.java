package io.vtmonitor.tally;

import io.vtmonitor.model.Advice;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What holds for every pin of a site, however short: if one pin of a site proves its holder, while another only
 * suggests it or lacks it, the holder is not proven. The answer is the same in whatever order pins and reports come.
 */
final class WeakestProof {
    private static final int LISTED_CLASSES = 10;

    /**
     * Of what one pin does on a newer JDK, and another of the same site does not, the site can't promise the better.
     */
    private static final List<Verdict> HARDER =
            List.of(Verdict.GONE_ON_24, Verdict.EASED_ON_26, Verdict.UNKNOWN, Verdict.STAYS);

    private final Map<Held, Proof> proofs = new HashMap<>(4);

    /** Those of which a pin does not know by what they hold: what another pin proves of them is unknown of that one. */
    private final Set<MethodName> unknown = new HashSet<>(0);

    /** Pins, or groups of them, that are alike. */
    private long groups;

    private final TreeSet<String> unread = new TreeSet<>();
    private Verdict hardest = Verdict.GONE_ON_24;

    /** Whether a pin has no holder that is known: its site is the frame that blocked, which may hold in another pin. */
    private boolean holderless;

    /**
     * A method by what it holds: in one pin it may only own a monitor, in another the JVM has also called it.
     *
     * @param lock which monitor, as the bytecode shows; null if it does not say, or there is none
     */
    private record Held(
            MethodName method, Hold hold, @Nullable String lock) {}

    /**
     * @param groups that have it
     * @param weakest of all of them
     */
    private record Proof(long groups, Confidence weakest) {
        Proof and(Proof other) {
            return new Proof(groups + other.groups, weakest.weaker(other.weakest));
        }
    }

    /** What follows from some pins of the site. */
    void add(Diagnosis diagnosis) {
        Map<Held, Confidence> group = new HashMap<>(4);
        for (Holder holder : diagnosis.holders()) {
            group.merge(
                    new Held(holder.frame().method(), holder.hold(), holder.lock()),
                    holder.confidence(),
                    Confidence::weaker);
        }
        add(group);
        add(diagnosis.verdict(), diagnosis.unread());
    }

    /** What a report says of the site, for which it was asked before. */
    void add(SiteFigures site) {
        Map<Held, Confidence> group = new HashMap<>(4);
        for (HolderLine holder : site.holders()) {
            group.merge(
                    new Held(holder.method(), holder.hold(), holder.lock()), holder.confidence(), Confidence::weaker);
        }
        add(group);
        add(site.verdict(), site.unread());
    }

    /** What follows from all pins of another part of the site. */
    void add(WeakestProof part) {
        part.proofs.forEach((held, proof) -> proofs.merge(held, proof, Proof::and));
        unknown.addAll(part.unknown);
        groups += part.groups;
        holderless |= part.holderless;
        add(part.hardest, List.copyOf(part.unread));
    }

    private void add(Map<Held, Confidence> group) {
        groups++;
        holderless |= group.isEmpty();
        group.forEach((held, confidence) -> {
            proofs.merge(held, new Proof(1, confidence), Proof::and);
            if (confidence == Confidence.UNKNOWN) {
                unknown.add(held.method());
            }
        });
    }

    private void add(Verdict verdict, List<String> classes) {
        hardest = HARDER.indexOf(verdict) > HARDER.indexOf(hardest) ? verdict : hardest;
        unread.addAll(classes);
        while (unread.size() > LISTED_CLASSES) {
            unread.pollLast();
        }
    }

    /** @param figures what follows from one pin alone, and the figures of all */
    SiteFigures weakened(SiteFigures figures) {
        List<HolderLine> lines = new ArrayList<>(figures.holders().size());
        for (HolderLine holder : figures.holders()) {
            lines.add(weakened(holder));
        }
        Advice advice = figures.advice();
        // That of a library's entry, which has evidence, is how sure the entry is.
        boolean follows = advice.evidence() == null && !lines.isEmpty();
        return figures.with(
                List.copyOf(lines),
                hardest,
                follows ? advice.with(advice.confidence().weaker(lines.get(0).confidence())) : advice,
                List.copyOf(unread));
    }

    private HolderLine weakened(HolderLine line) {
        Proof proof = proofs.get(new Held(line.method(), line.hold(), line.lock()));
        if (proof == null) {
            return holderless ? line.with(Confidence.UNKNOWN) : line;
        }
        boolean unproven = holderless || unknown.contains(line.method());
        return line.with(
                unproven
                        ? Confidence.UNKNOWN
                        : proof.groups() == groups
                                ? proof.weakest()
                                : proof.weakest().weaker(Confidence.LIKELY));
    }
}
