package io.vtmonitor.common;

import java.util.function.IntFunction;

/** Tells the JDK's classes and frameworks' from the application's, by name: the one place where that is decided. */
public final class JdkNames {
    /** Packages of the JDK's modules. Under com.sun and javax, libraries have theirs too: JavaMail, JNA, JPA, JAXB. */
    private static final String[] JDK = {
        "java.",
        "jdk.",
        "sun.",
        "netscape.javascript.",
        "org.ietf.jgss.",
        "org.jcp.xml.dsig.internal.",
        "org.w3c.dom.",
        "org.xml.sax.",
        "com.sun.accessibility.",
        "com.sun.beans.",
        "com.sun.crypto.provider.",
        "com.sun.imageio.",
        "com.sun.jarsigner.",
        "com.sun.java.",
        "com.sun.java_cup.internal.",
        "com.sun.jdi.",
        "com.sun.jmx.",
        "com.sun.jndi.",
        "com.sun.management.",
        "com.sun.media.sound.",
        "com.sun.naming.",
        "com.sun.net.",
        "com.sun.nio.",
        "com.sun.org.apache.",
        "com.sun.org.slf4j.internal.",
        "com.sun.proxy.",
        "com.sun.rowset.",
        "com.sun.security.",
        "com.sun.source.",
        "com.sun.swing.",
        "com.sun.tools.",
        "com.sun.xml.internal.",
        "javax.accessibility.",
        "javax.annotation.processing.",
        "javax.crypto.",
        "javax.imageio.",
        "javax.lang.model.",
        "javax.management.",
        "javax.naming.",
        "javax.net.",
        "javax.print.",
        "javax.rmi.ssl.",
        "javax.script.",
        "javax.security.auth.Destroy",
        "javax.security.auth.Refresh",
        "javax.security.auth.Subject",
        "javax.security.auth.AuthPermission",
        "javax.security.auth.PrivateCredentialPermission",
        "javax.security.auth.Policy",
        "javax.security.auth.callback.",
        "javax.security.auth.kerberos.",
        "javax.security.auth.login.",
        "javax.security.auth.spi.",
        "javax.security.auth.x500.",
        "javax.security.cert.",
        "javax.security.sasl.",
        "javax.smartcardio.",
        "javax.sound.",
        "javax.sql.",
        "javax.swing.",
        "javax.tools.",
        "javax.transaction.xa.",
        "javax.xml.XMLConstants",
        "javax.xml.catalog.",
        "javax.xml.crypto.",
        "javax.xml.datatype.",
        "javax.xml.namespace.",
        "javax.xml.parsers.",
        "javax.xml.stream.",
        "javax.xml.transform.",
        "javax.xml.validation.",
        "javax.xml.xpath."
    };

    /** What stands between the outermost frame and the application's own code in servers and frameworks. */
    private static final String[] FRAMEWORKS = {
        "org.apache.catalina.",
        "org.apache.coyote.",
        "org.apache.tomcat.",
        "jakarta.",
        "org.eclipse.jetty.",
        "io.undertow.",
        "io.netty.",
        "org.xnio.",
        "org.glassfish.",
        "org.apache.cxf.",
        "org.springframework.",
        "io.quarkus.",
        "org.jboss.",
        "io.vertx.",
        "io.smallrye.",
        "io.helidon.",
        "io.grpc.",
        "io.ktor.",
        "io.javalin.",
        "io.dropwizard.",
        "com.linecorp.armeria.",
        "org.apache.pekko.",
        "akka.",
        "io.micronaut.",
        "reactor.",
        "io.micrometer.",
        "io.opentelemetry.",
        "kotlin.",
        "kotlinx.",
        "scala.",
        "groovy.",
        "org.codehaus.groovy.",
        "org.apache.groovy.",
        "clojure.",
        "io.reactivex.",
        "com.google.common.eventbus.",
        "com.google.common.util.concurrent."
    };

    /** Classes that frameworks generate into the application's packages. */
    private static final String[] GENERATED = {
        "$$SpringCGLIB$$", "$$FastClassBySpringCGLIB$$", "$quarkusrestinvoker$", "_ClientProxy", "_Subclass"
    };

    /** The classes that were asked about last: stacks of one site often begin in the same. */
    private static volatile String lastFramework = "";

    private static volatile String lastOther = "";

    private JdkNames() {}

    public static boolean isJdk(String className) {
        if (className.isEmpty()) {
            return false;
        }
        char first = className.charAt(0); // it decides for nearly all names
        return "jsocn".indexOf(first) >= 0 && startsWithAny(className, JDK);
    }

    public static boolean isFramework(String className) {
        if (className.equals(lastFramework)) {
            return true;
        }
        if (className.equals(lastOther)) {
            return false;
        }
        boolean isFramework = looksLikeFramework(className);
        if (isFramework) {
            lastFramework = className;
        } else {
            lastOther = className;
        }
        return isFramework;
    }

    /**
     * The outermost frame of the application in a stack, or one of a framework where there is none; negative if all are
     * the JDK's.
     *
     * @param frames of the stack
     * @param className the class of each, topmost first
     */
    public static int entry(int frames, IntFunction<String> className) {
        int outermost = -1;
        for (int i = frames - 1; i >= 0; i--) {
            String name = className.apply(i);
            if (!isJdk(name) && !name.contains("$$Lambda")) {
                if (!isFramework(name)) {
                    return i;
                }
                outermost = outermost < 0 ? i : outermost;
            }
        }
        return outermost;
    }

    /** The packages that a whole owner has in common: {@code com.acme}, {@code org.apache.kafka}. */
    public static String owner(String className) {
        boolean shared = className.startsWith("org.apache.")
                || className.startsWith("com.google.")
                || className.startsWith("com.github.")
                || className.startsWith("io.github.");
        return packages(className, shared ? 3 : 2);
    }

    /** At most so many leading segments of the package; the class itself where it has none. */
    private static String packages(String className, int most) {
        int end = -1;
        for (int i = 0, dot = className.indexOf('.'); i < most && dot >= 0; i++) {
            end = dot;
            dot = className.indexOf('.', dot + 1);
        }
        return end < 0 ? className : className.substring(0, end);
    }

    private static boolean looksLikeFramework(String className) {
        if (startsWithAny(className, FRAMEWORKS)) {
            return true;
        }
        for (String mark : GENERATED) {
            if (className.contains(mark)) {
                return true;
            }
        }
        return false;
    }

    private static boolean startsWithAny(String className, String[] prefixes) {
        for (String prefix : prefixes) {
            if (className.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
