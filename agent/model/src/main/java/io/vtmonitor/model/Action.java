package io.vtmonitor.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What removes holders, and what that leaves, without a sentence. {@code report.text} makes those. */
public sealed interface Action {
    /**
     * As another process has put it: the JSON of a report has the words only.
     *
     * @param text sentences
     */
    record Worded(String text) implements Action {}

    /**
     * Of a place that a scan finds in a release that is known to be free of it.
     *
     * @param library name and release
     */
    record KnownToBeFree(Library library) implements Action {}

    /**
     * Of a place that a scan finds in a library that is known to wait elsewhere only.
     *
     * @param library its name
     */
    record NotKnownToWait(String library) implements Action {}

    /**
     * Of a stack.
     *
     * @param remedy what removes the holders that the advice is about
     * @param needed what other entries say of holders that the remedy leaves
     * @param left holders that the remedy leaves and no entry is about, nearest to the block first
     * @param newerJdk whether a JDK on which monitors no longer pin frees all of them
     * @param blamed the library that the stack seems to blame, null for none
     * @param jdks versions of the JDK to recommend, as in {@link Change.RunOn}
     */
    record OfStack(
            Remedy remedy,
            List<Needed> needed,
            List<Left> left,
            boolean newerJdk,
            @Nullable Blamed blamed,
            List<String> jdks)
            implements Action {
        public OfStack {
            needed = List.copyOf(needed);
            left = List.copyOf(left);
            jdks = List.copyOf(jdks);
        }
    }

    /** What removes holders. */
    sealed interface Remedy {}

    /**
     * By the reason, where no entry is about the holders.
     *
     * @param action of the knowledge base
     */
    record General(String action) implements Remedy {}

    /**
     * None: all that is known of the holder's library is that it does not block while it holds.
     *
     * @param holder the method
     */
    record Unexpected(MethodName holder) implements Remedy {}

    /**
     * By the entry of a library.
     *
     * @param status where the release in use stands
     * @param version in use, null if that is not known
     * @param releases which releases hold
     * @param action what removes it
     * @param workaround what helps meanwhile, null for nothing
     */
    record OfLibrary(
            Releases.Status status,
            @Nullable String version,
            Releases releases,
            String action,
            @Nullable String workaround)
            implements Remedy {}

    /**
     * What another entry says of holders that the remedy leaves.
     *
     * @param methods the holders
     * @param action what removes them
     */
    record Needed(List<MethodName> methods, String action) {
        public Needed {
            methods = List.copyOf(methods);
        }
    }

    /**
     * A holder that stays.
     *
     * @param method the holder
     * @param confidence how sure it is that it holds
     * @param everyJdk whether it holds on every JDK: then a newer one, which remedies end with, does not free it either
     */
    record Left(MethodName method, Confidence confidence, boolean everyJdk) {}

    /**
     * A library at the top of the stack that others make hold.
     *
     * @param action what its entry advises
     * @param guilty the holders that do
     */
    record Blamed(String action, List<MethodName> guilty) {
        public Blamed {
            guilty = List.copyOf(guilty);
        }
    }
}
