package io.vtmonitor.common;

/** Packages as users name them: {@code com.acme} is that package and all below, and a class of that name. */
public final class Packages {
    private Packages() {}

    /**
     * Whether a class, or a method as {@code class.method}, is in a package or below.
     *
     * @param name what is asked about
     * @param prefix the package, with or without a dot at its end
     */
    public static boolean isIn(String name, String prefix) {
        return name.startsWith(prefix)
                && (name.length() == prefix.length() || prefix.endsWith(".") || name.charAt(prefix.length()) == '.');
    }
}
