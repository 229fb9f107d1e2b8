package io.vtmonitor.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All that follows from one {@link Blocking}; computed once for each.
 *
 * @param blocking what was diagnosed
 * @param site where its pins are counted
 * @param holders every frame that keeps the carrier, nearest to the block first; the first is the culprit. Empty if
 *     none could be found
 * @param reason why the carrier was kept
 * @param compensated true if the JVM may have started a spare carrier (Object.wait on JDK 21 to 23): left out of
 *     capacity lost and starved time
 * @param entry outermost application frame, null if the stack has none
 * @param advice what to do
 * @param verdict what a newer JDK does to it
 * @param unread see {@link HolderFinder#unread}
 * @param provisional whether this is passed on although a better diagnosis may follow, see
 *     {@link DiagnosedPinSink#revised}
 */
public record Diagnosis(
        Blocking blocking,
        Site site,
        List<Holder> holders,
        Reason reason,
        boolean compensated,
        @Nullable MethodName entry,
        Advice advice,
        Verdict verdict,
        List<String> unread,
        boolean provisional) {
    public Diagnosis {
        holders = List.copyOf(holders);
        unread = List.copyOf(unread);
    }

    /** The same, provisional or final. */
    public Diagnosis with(boolean mayBeRevised) {
        return new Diagnosis(
                blocking, site, holders, reason, compensated, entry, advice, verdict, unread, mayBeRevised);
    }

    /** The same with holders that are likely at most: the stack tells lines, and class files what stands in them. */
    public Diagnosis atMostLikely() {
        return new Diagnosis(
                blocking,
                site,
                holders.stream().map(Holder::atMostLikely).toList(),
                reason,
                compensated,
                entry,
                advice,
                verdict,
                unread,
                provisional);
    }

    /** Equal blocking calls have equal diagnoses. */
    @Override
    public int hashCode() {
        return blocking.hashCode();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof Diagnosis that
                        && blocking.equals(that.blocking)
                        && site.equals(that.site)
                        && holders.equals(that.holders)
                        && reason == that.reason
                        && compensated == that.compensated
                        && Objects.equals(entry, that.entry)
                        && advice.equals(that.advice)
                        && verdict == that.verdict
                        && unread.equals(that.unread)
                        && provisional == that.provisional);
    }
}
