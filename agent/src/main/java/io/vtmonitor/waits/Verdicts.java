package io.vtmonitor.waits;

import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The verdicts so far, each told once. Bounded; written by one thread, read by any. */
public final class Verdicts {
    private static final int MOST = 50;

    private final Consumer<WaitVerdict> told;
    private final Map<Key, Kept> kept = new LinkedHashMap<>();

    /** @param told takes each once, when it is first true */
    public Verdicts(Consumer<WaitVerdict> told) {
        this.told = told;
    }

    private record Key(WaitVerdictKind kind, String about) {}

    private record Kept(WaitVerdict verdict, long look) {}

    /**
     * What is true at a look.
     *
     * @param kind what it is
     * @param about what it is about, so that the same is found again at the next look; of several at one look the
     *     largest counts
     * @param confidence how sure it is
     * @param begin the first look of those it was judged by
     * @param threads concerned
     * @param site where they wait, null where that is no one place
     * @param pool the pool, null where it is none
     * @param evidence what was seen
     * @param cure what to do
     */
    public record Found(
            WaitVerdictKind kind,
            String about,
            Confidence confidence,
            Instant begin,
            int threads,
            @Nullable String site,
            @Nullable String pool,
            String evidence,
            String cure) {}

    /** All that is true at a look. */
    public void look(long number, Instant at, List<Found> all) {
        List<WaitVerdict> fresh = new ArrayList<>();
        synchronized (this) {
            for (Found found : all) {
                add(number, at, found, fresh);
            }
            kept.replaceAll((key, each) -> each.look() == number ? each : new Kept(over(each.verdict()), each.look()));
        }
        fresh.forEach(told);
    }

    private void add(long number, Instant at, Found found, List<WaitVerdict> fresh) {
        Key key = new Key(found.kind(), found.about());
        Kept before = kept.get(key);
        boolean larger =
                before == null || before.look() != number || before.verdict().threads() < found.threads();
        if (!larger || (before == null && kept.size() >= MOST)) {
            return;
        }
        WaitVerdict verdict = new WaitVerdict(
                found.kind(),
                found.confidence(),
                before == null ? found.begin().toString() : before.verdict().begin(),
                at.toString(),
                false,
                Math.max(found.threads(), before == null ? 0 : before.verdict().threads()),
                found.site(),
                found.pool(),
                found.evidence(),
                found.cure());
        kept.put(key, new Kept(verdict, number));
        if (before == null) {
            fresh.add(verdict);
        }
    }

    private static WaitVerdict over(WaitVerdict verdict) {
        return verdict.over()
                ? verdict
                : new WaitVerdict(
                        verdict.kind(),
                        verdict.confidence(),
                        verdict.begin(),
                        verdict.end(),
                        true,
                        verdict.threads(),
                        verdict.site(),
                        verdict.pool(),
                        verdict.evidence(),
                        verdict.cure());
    }

    /** Worst first. */
    public synchronized List<WaitVerdict> all() {
        List<WaitVerdict> all = new ArrayList<>();
        kept.values().forEach(each -> all.add(each.verdict()));
        all.sort(WaitVerdict.WORST_FIRST);
        return all;
    }
}
