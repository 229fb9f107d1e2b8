package io.vtmonitor.model;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What to do about a site.
 *
 * @param id the knowledge base's entry, or the reason's name for general advice
 * @param kind what the entry is about
 * @param summary what happens, one sentence
 * @param action what removes it, and what that leaves
 * @param removes the holders that go with it
 * @param leaves the holders that stay, nearest to the block first; the pin goes only when there are none
 * @param evidence address of the source, null for general advice
 * @param confidence how sure the entry is
 * @param unpin what the agent's option {@code unpin} would do to it, null if that does not apply
 * @param cure what removes the holders in {@code removes} without another JDK, null if nothing is known to
 * @param jdks versions of the JDK to recommend if a newer one helps, as in {@link Change.RunOn}; empty if that is not
 *     known
 */
public record Advice(
        String id,
        AdviceKind kind,
        String summary,
        Action action,
        List<MethodName> removes,
        List<MethodName> leaves,
        @Nullable String evidence,
        Confidence confidence,
        @Nullable UnpinOffer unpin,
        @Nullable Cure cure,
        List<String> jdks) {
    /** The id of the advice for a wait in which the JDK keeps the carrier although no frame holds it. */
    public static final String OBJECT_WAIT_KEPT = "object_wait_kept";

    public Advice {
        jdks = List.copyOf(jdks);
        removes = List.copyOf(removes);
        leaves = List.copyOf(leaves);
    }

    /** The same with another action. */
    public Advice withAction(Action other) {
        return new Advice(id, kind, summary, other, removes, leaves, evidence, confidence, unpin, cure, jdks);
    }

    /** The same, so sure. */
    public Advice with(Confidence other) {
        return new Advice(id, kind, summary, action, removes, leaves, evidence, other, unpin, cure, jdks);
    }

    /** The same with an offer. */
    public Advice withUnpin(@Nullable UnpinOffer offer) {
        return new Advice(id, kind, summary, action, removes, leaves, evidence, confidence, offer, cure, jdks);
    }

    /**
     * What removes holders without another JDK.
     *
     * @param kind what it changes
     * @param what to change
     * @param sure true if it is known to remove them: the release in use is affected and another is free
     */
    public record Cure(Kind kind, Change what, boolean sure) {
        /** What a cure changes, cheapest first. */
        public enum Kind {
            /** Another release of a library. */
            RELEASE,
            /** How the application is started or configured. */
            OPTION,
            /** Code of the application. */
            CODE;

            /** The name in reports and in advice files: lower case. */
            @Override
            public String toString() {
                return name().toLowerCase(Locale.ROOT);
            }
        }
    }
}
