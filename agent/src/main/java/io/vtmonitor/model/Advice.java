package io.vtmonitor.model;

import org.jspecify.annotations.Nullable;

/**
 * What to do about a site.
 *
 * @param id the knowledge base's entry
 * @param summary what happens, one sentence
 * @param action what removes it, one sentence
 * @param evidence address of the source, null for general advice
 * @param confidence how sure the entry is
 */
public record Advice(
        String id, String summary, String action, @Nullable String evidence, Confidence confidence) {}
