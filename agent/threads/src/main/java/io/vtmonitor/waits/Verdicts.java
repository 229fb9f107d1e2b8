package io.vtmonitor.waits;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitFacts;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The verdicts so far. A verdict that comes back after it was over is another episode of the same verdict. Episodes are
 * reported when their number has doubled, so that a verdict that comes and goes does not fill a log. Bounded: a new
 * verdict takes the place of the one that has been over for longest. Written by one thread, read by any.
 */
public final class Verdicts {
    private static final int MOST = 50;

    /** Verdicts that depend on how fast threads get their turns. */
    private static final Set<WaitVerdictKind> QUEUES =
            Set.of(WaitVerdictKind.POOL_EXHAUSTED, WaitVerdictKind.LOCK_CONVOY);

    private final Consumer<WaitVerdict> listener;
    private final Map<Key, Kept> kept = new LinkedHashMap<>();

    /** @param listener receives each verdict when it is first true, and at its second, fourth, eighth … episode */
    public Verdicts(Consumer<WaitVerdict> listener) {
        this.listener = listener;
    }

    private record Key(WaitVerdictKind kind, String about) {}

    /**
     * A verdict and when it was last confirmed.
     *
     * @param verdict the verdict of the last episode
     * @param look the number of the look at which it was last true
     */
    private record Kept(WaitVerdict verdict, long look) {
        Kept over() {
            return verdict.over() ? this : new Kept(verdict.over(true), look);
        }
    }

    /**
     * A finding of one look. It becomes a {@link WaitVerdict}.
     *
     * @param kind the kind of verdict
     * @param about identifies what it is about, so that the next look finds the same verdict again; of several with one
     *     identity at one look, the one with most threads counts
     * @param confidence how sure it is
     * @param begin the time of the first look on which it is based
     * @param threads how many threads it concerns
     * @param site where they wait; null if that is not one place
     * @param pool the pool that they wait for; null if it is none
     * @param facts what the verdict is based on
     * @param covers names of its effects, which are not reported separately
     */
    public record Judgment(
            WaitVerdictKind kind,
            String about,
            Confidence confidence,
            Instant begin,
            int threads,
            @Nullable String site,
            @Nullable String pool,
            WaitFacts facts,
            List<String> covers) {
        /**
         * The same with more effects, if it is a deadlock.
         *
         * @param effects effects of deadlocks, by the deadlock's {@code about}
         */
        public Judgment covering(Map<String, List<String>> effects) {
            if (kind != WaitVerdictKind.DEADLOCK || !effects.containsKey(about)) {
                return this;
            }
            List<String> all = new ArrayList<>(covers);
            all.addAll(effects.get(about));
            return new Judgment(kind, about, confidence, begin, threads, site, pool, facts, all);
        }
    }

    /** Takes the findings of a look. */
    public void look(long number, Instant at, List<Judgment> all) {
        look(number, at, all, Set.of());
    }

    /**
     * Takes the findings of a look.
     *
     * @param undecided {@code about} of the queues whose pace this look could not judge: the episodes of verdicts on
     *     them continue
     */
    public void look(long number, Instant at, List<Judgment> all, Set<String> undecided) {
        Set<Key> fresh = new LinkedHashSet<>();
        List<WaitVerdict> begun = new ArrayList<>();
        synchronized (this) {
            for (Judgment found : all) {
                add(number, at, found, fresh);
            }
            kept.replaceAll((key, each) -> each.look() == number
                    ? each
                    : QUEUES.contains(key.kind()) && undecided.contains(key.about())
                            ? new Kept(each.verdict(), number)
                            : each.over());
            for (Key key : fresh) {
                Kept each = kept.get(key); // after all findings, as a later one may have more threads
                if (each != null) {
                    begun.add(each.verdict());
                }
            }
        }
        begun.forEach(listener);
    }

    private void add(long number, Instant at, Judgment found, Set<Key> fresh) {
        Key key = new Key(found.kind(), found.about());
        Kept before = kept.get(key);
        boolean larger =
                before == null || before.look() != number || before.verdict().threads() < found.threads();
        if (!larger || (before == null && !hasPlace())) {
            return;
        }
        Kept during = before == null || before.verdict().over() ? null : before; // null: another episode begins
        int episodes = (before == null ? 0 : before.verdict().episodes()) + (during == null ? 1 : 0);
        WaitVerdict verdict = new WaitVerdict(
                found.kind(),
                found.confidence(),
                during == null ? found.begin() : during.verdict().begin(),
                at,
                false,
                Math.max(found.threads(), during == null ? 0 : during.verdict().threads()),
                found.site(),
                found.pool(),
                found.facts(),
                episodes,
                before == null ? found.begin() : before.verdict().first(),
                found.covers());
        kept.put(key, new Kept(verdict, number));
        if (during == null && Integer.bitCount(episodes) == 1) {
            fresh.add(key);
        }
    }

    /** Whether another verdict can be kept, if need be in the place of the one that has been over for longest. */
    private boolean hasPlace() {
        if (kept.size() < MOST) {
            return true;
        }
        Map.Entry<Key, Kept> oldest = null;
        for (Map.Entry<Key, Kept> each : kept.entrySet()) {
            boolean older =
                    oldest == null || each.getValue().look() < oldest.getValue().look();
            oldest = each.getValue().verdict().over() && older ? each : oldest;
        }
        return oldest != null && kept.remove(oldest.getKey(), oldest.getValue());
    }

    /** The verdicts so far, worst first. */
    public synchronized List<WaitVerdict> all() {
        List<WaitVerdict> all = new ArrayList<>();
        kept.values().forEach(each -> all.add(each.verdict()));
        all.sort(WaitVerdict.WORST_FIRST);
        return all;
    }
}
