package io.vtmonitor.analysis;

/** Tells the JDK's classes and frameworks' from the application's, by name. */
final class JdkNames {
    private static final String[] JDK = {"java.", "javax.", "jdk.", "sun.", "com.sun."};

    /** What stands between the outermost frame and the application's own code in servers and frameworks. */
    private static final String[] FRAMEWORKS = {
        "org.apache.catalina.",
        "org.apache.coyote.",
        "org.apache.tomcat.",
        "jakarta.",
        "org.eclipse.jetty.",
        "io.undertow.",
        "io.netty.",
        "org.springframework.",
        "io.quarkus.",
        "org.jboss.",
        "io.vertx.",
        "io.smallrye.",
        "io.helidon.",
        "io.micronaut.",
        "reactor.",
        "io.micrometer.",
        "io.opentelemetry.",
        "kotlin.",
        "kotlinx.",
        "scala."
    };

    private JdkNames() {}

    static boolean isJdk(String className) {
        return startsWithAny(className, JDK);
    }

    static boolean isFramework(String className) {
        return startsWithAny(className, FRAMEWORKS) || className.contains("$$SpringCGLIB$$");
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
