package io.vtmonitor.report;

import java.util.List;

/**
 * Which classes: {@code com.acme.**} is a package and all below it, {@code com.acme.*} the package alone,
 * {@code com.acme.Foo} one class; nested classes go with theirs.
 *
 * @param text as the user wrote it
 * @param prefix of the internal names, up to the wildcard
 * @param deep whether packages below count
 * @param exact whether one class is meant
 * @param excludes whether it takes classes out again: {@code !com.acme.Hot}
 */
public record ClassPattern(String text, String prefix, boolean deep, boolean exact, boolean excludes) {
    private static final List<String> JDK = List.of("java", "jdk", "sun");

    /**
     * Reads a pattern as the user wrote it.
     *
     * @throws IllegalArgumentException with what is accepted, for the user to read
     */
    public static ClassPattern parse(String text) {
        boolean excludes = text.startsWith("!");
        String named = excludes ? text.substring(1) : text;
        if (!isPattern(named)) {
            throw new IllegalArgumentException("'" + text + "' is not a class pattern such as com.mysql.cj.**");
        }
        for (String jdk : JDK) {
            if (named.startsWith(jdk) && (named.length() == jdk.length() || named.charAt(jdk.length()) == '.')) {
                throw new IllegalArgumentException("'" + text + "': the JDK's own classes can't be rewritten");
            }
        }
        boolean deep = named.endsWith("**");
        boolean exact = !named.endsWith("*");
        String prefix = named.substring(0, named.length() - (deep ? 2 : exact ? 0 : 1));
        return new ClassPattern(text, prefix.replace('.', '/'), deep, exact, excludes);
    }

    /**
     * Names between dots, the last of which may be a wildcard. By hand: a regular expression is much to load for it.
     */
    private static boolean isPattern(String text) {
        int from = 0;
        for (int dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', from)) {
            if (!isName(text.substring(from, dot))) {
                return false;
            }
            from = dot + 1;
        }
        String last = text.substring(from);
        return last.equals("*") || last.equals("**") || isName(last);
    }

    private static boolean isName(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean fits = c == '_' || c == '$' || Character.isLetter(c) || (i > 0 && Character.isDigit(c));
            if (!fits) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /**
     * Whether a class is one of them, be it taken out or not.
     *
     * @param name internal: {@code com/acme/Foo$Bar}
     */
    public boolean matches(String name) {
        if (!name.startsWith(prefix)) {
            return false;
        }
        if (exact) {
            return name.length() == prefix.length() || name.charAt(prefix.length()) == '$';
        }
        return deep || name.indexOf('/', prefix.length()) < 0;
    }
}
