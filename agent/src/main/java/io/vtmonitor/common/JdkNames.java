package io.vtmonitor.common;

/** Tells the JDK's classes and frameworks' from the application's, by name. */
public final class JdkNames {
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
        "scala."
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
        char first = className.charAt(0); // nearly all names are told by it
        return (first == 'j' || first == 's' || first == 'c') && startsWithAny(className, JDK);
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
