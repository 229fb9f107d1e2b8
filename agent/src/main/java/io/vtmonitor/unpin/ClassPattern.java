package io.vtmonitor.unpin;

import java.util.regex.Pattern;

/**
 * Which classes: {@code com.acme.**} is a package and all below it, {@code com.acme.*} the package alone, {@code com.acme.Foo}
 * one class; nested classes go with theirs.
 *
 * @param text as the user wrote it
 * @param prefix of the internal names, up to the wildcard
 * @param deep whether packages below count
 * @param exact whether one class is meant
 */
record ClassPattern(String text, String prefix, boolean deep, boolean exact) {
    private static final Pattern ACCEPTED =
            Pattern.compile("(?:[\\p{L}_$][\\p{L}\\p{N}_$]*\\.)*(?:\\*\\*|\\*|[\\p{L}_$][\\p{L}\\p{N}_$]*)");
    private static final Pattern JDK = Pattern.compile("(?:java|jdk|sun)(?:\\..*)?");

    /** @throws IllegalArgumentException with what is accepted, for the user to read */
    static ClassPattern parse(String text) {
        if (!ACCEPTED.matcher(text).matches()) {
            throw new IllegalArgumentException("'" + text + "' is no class pattern such as com.mysql.cj.**");
        }
        if (JDK.matcher(text).matches()) {
            throw new IllegalArgumentException("'" + text + "': the JDK's own classes can't be rewritten");
        }
        boolean deep = text.endsWith("**");
        boolean exact = !text.endsWith("*");
        String prefix = text.substring(0, text.length() - (deep ? 2 : exact ? 0 : 1));
        return new ClassPattern(text, prefix.replace('.', '/'), deep, exact);
    }

    /** @param name internal: {@code com/acme/Foo$Bar} */
    boolean matches(String name) {
        if (!name.startsWith(prefix)) {
            return false;
        }
        if (exact) {
            return name.length() == prefix.length() || name.charAt(prefix.length()) == '$';
        }
        return deep || name.indexOf('/', prefix.length()) < 0;
    }
}
