package io.vtmonitor.report;

import java.util.List;

/**
 * A pattern that selects classes: {@code com.acme.**} is a package and all packages below it, {@code com.acme.*} only
 * the package, {@code com.acme.Foo} one class. A pattern for a class also selects its nested classes.
 *
 * @param text as the user wrote it
 * @param prefix the internal names begin with this, which ends before the wildcard
 * @param deep whether packages below count, too
 * @param exact whether it selects one class
 * @param excludes whether it excludes classes: {@code !com.acme.Hot}
 */
public record ClassPattern(String text, String prefix, boolean deep, boolean exact, boolean excludes) {
    private static final List<String> JDK = List.of("java", "jdk", "sun");

    /**
     * Reads a pattern as the user wrote it.
     *
     * @throws IllegalArgumentException if it is no pattern; the message is for the user, and says what is accepted
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
     * Whether a text is names between dots, the last of which may be a wildcard. No regular expression: it would load
     * many classes.
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
     * Whether the pattern is about a class, whether it selects or excludes it.
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
