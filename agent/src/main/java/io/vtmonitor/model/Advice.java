package io.vtmonitor.model;

import java.util.List;
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
 */
public record Advice(
        String id,
        AdviceKind kind,
        String summary,
        String action,
        List<MethodName> removes,
        List<MethodName> leaves,
        @Nullable String evidence,
        Confidence confidence) {
    public Advice {
        removes = List.copyOf(removes);
        leaves = List.copyOf(leaves);
    }
}
