package io.vtmonitor.tally;

import io.vtmonitor.model.Advice;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What holds for every pin of a site, however short: a site whose longest pin proves its holder, while another only
 * suggests it, is not proven. The answer is the same in whatever order pins and reports come.
 */
final class WeakestProof {
    private static final int LISTED_CLASSES = 10;

    /**
     * Of what one pin does on a newer JDK, and another of the same site does not, the site can't promise the better.
     */
    private static final List<Verdict> HARDER =
            List.of(Verdict.GONE_ON_24, Verdict.EASED_ON_26, Verdict.UNKNOWN, Verdict.STAYS);

    private final Map<MethodName, Confidence> confidences = new HashMap<>(4);
    private final TreeSet<String> unread = new TreeSet<>();
    private Verdict hardest = Verdict.GONE_ON_24;

    /** Whether a pin has no holder that is known: its site is the frame that blocked, which may hold in another pin. */
    private boolean holderless;

    /** What follows from some pins of the site. */
    void add(Diagnosis diagnosis) {
        for (Holder holder : diagnosis.holders()) {
            add(holder.frame().method(), holder.confidence());
        }
        holderless |= diagnosis.holders().isEmpty();
        add(diagnosis.verdict(), diagnosis.unread());
    }

    /** What a report says of the site, for which it was asked before. */
    void add(SiteFigures site) {
        for (HolderLine holder : site.holders()) {
            add(method(holder), holder.confidence());
        }
        holderless |= site.holders().isEmpty();
        add(site.verdict(), site.unread());
    }

    /** What follows from all pins of another part of the site. */
    void add(WeakestProof part) {
        part.confidences.forEach(this::add);
        holderless |= part.holderless;
        add(part.hardest, List.copyOf(part.unread));
    }

    private void add(MethodName holder, Confidence confidence) {
        confidences.merge(holder, confidence, WeakestProof::weaker);
    }

    private void add(Verdict verdict, List<String> classes) {
        hardest = HARDER.indexOf(verdict) > HARDER.indexOf(hardest) ? verdict : hardest;
        unread.addAll(classes);
        while (unread.size() > LISTED_CLASSES) {
            unread.pollLast();
        }
    }

    /** @param told what follows from the longest pin alone, and its figures */
    SiteFigures weakened(SiteFigures told) {
        List<HolderLine> lines = new ArrayList<>(told.holders().size());
        for (HolderLine holder : told.holders()) {
            lines.add(weakened(holder));
        }
        Advice advice = told.advice();
        // That of a library's entry, which has evidence, is how sure the entry is.
        boolean follows = advice.evidence() == null && !lines.isEmpty();
        return told.with(
                List.copyOf(lines),
                hardest,
                follows ? advice.with(weaker(advice.confidence(), lines.get(0).confidence())) : advice,
                List.copyOf(unread));
    }

    private HolderLine weakened(HolderLine line) {
        Confidence known = confidences.getOrDefault(method(line), line.confidence());
        return line.with(holderless ? Confidence.UNKNOWN : known);
    }

    private static Confidence weaker(Confidence one, Confidence other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static MethodName method(HolderLine holder) {
        return new MethodName(holder.className(), holder.methodName());
    }
}
