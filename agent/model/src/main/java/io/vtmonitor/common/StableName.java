package io.vtmonitor.common;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Removes from names what differs from build to build and from run to run, so that a site is found again: numbers of
 * lambdas, of proxies, of generated accessors, and the addresses of hidden classes. Two names that become equal are one
 * place in a comparison. Anonymous classes keep their number: without it, two of one class would be one.
 */
public final class StableName {
    /** What is cut, and what is left of it; applied in this order. */
    private record Rule(Pattern pattern, String left) {
        static Rule of(String pattern, String left) {
            return new Rule(Pattern.compile(pattern), left);
        }
    }

    private static final List<Rule> RULES = List.of(
            // Hidden classes: A$$Lambda/0x7f2c, A$$Lambda.0x7f2c, A$$Lambda$14/0x7f2c, Stub+0x2b08.17
            Rule.of("[/.+]0x[0-9a-fA-F]+(?:[./]\\d+)?", ""),
            Rule.of("(\\$\\$Lambda)(?:\\$\\d+)?(?:/\\d+)?", "$1"),
            // lambda$load$3, and Scala's $anonfun$load$3
            Rule.of("\\b(lambda\\$[\\w$]*?)\\$\\d+(?![\\w$])", "$1"),
            Rule.of("(\\$anonfun\\$[\\w$]*?)\\$\\d+(?![\\w$])", "$1"),
            // Kotlin's load$lambda$3
            Rule.of("(\\$lambda)(?:\\$\\d+)+", "$1"),
            Rule.of("\\bjdk\\.proxy\\d+\\.", "jdk.proxy."),
            Rule.of("(\\$Proxy)\\d+", "$1"),
            // Spring's and cglib's A$$EnhancerBySpringCGLIB$$1a2b3c and A$$SpringCGLIB$$0
            Rule.of("(\\$\\$[A-Za-z]*(?:CGLIB|CGLib|Cglib))\\$\\$[0-9a-fA-F]+", "$1"),
            Rule.of("(\\$(?:HibernateProxy|MockitoMock|ByteBuddy|auxiliary))\\$\\w+", "$1"),
            Rule.of("(_\\$\\$_jvst)\\w+", "$1"),
            Rule.of("\\b(Generated(?:Method|Constructor|SerializationConstructor)Accessor)\\d+", "$1"));

    private StableName() {}

    /** The stable form of a class's or method's name, or of a whole site's id. */
    public static String of(String name) {
        String stable = name;
        for (Rule rule : RULES) {
            stable = rule.pattern().matcher(stable).replaceAll(rule.left());
        }
        return stable;
    }
}
