package io.vtmonitor.common;

/** A number with its noun. */
public final class Plural {
    private Plural() {}

    /**
     * Such as {@code 1 pin} and {@code 3 pins}.
     *
     * @param noun in the singular; an {@code s} makes the plural
     */
    public static String of(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
