package io.vtmonitor.scan;

import io.vtmonitor.bytecode.ClassCalls;
import java.util.List;
import java.util.Set;

/** Methods that a request, a message or a clock starts, by the annotations and names that frameworks go by. */
final class Entries {
    private static final int ACC_STATIC = 0x0008;

    private static final List<String> PACKAGES = List.of(
            "Lorg/springframework/web/bind/annotation/",
            "Lorg/springframework/messaging/handler/annotation/",
            "Ljakarta/ws/rs/",
            "Ljavax/ws/rs/",
            "Lio/micronaut/http/annotation/",
            "Lio/helidon/http/",
            "Lio/helidon/webserver/",
            "Lio/quarkus/vertx/web/");
    private static final Set<String> ANNOTATIONS = Set.of(
            "Lorg/springframework/scheduling/annotation/Scheduled;",
            "Lorg/springframework/scheduling/annotation/Async;",
            "Lorg/springframework/context/event/EventListener;",
            "Lorg/springframework/kafka/annotation/KafkaListener;",
            "Lorg/springframework/amqp/rabbit/annotation/RabbitListener;",
            "Lorg/springframework/jms/annotation/JmsListener;",
            "Lio/smallrye/common/annotation/RunOnVirtualThread;",
            "Lorg/eclipse/microprofile/reactive/messaging/Incoming;",
            "Lio/quarkus/scheduler/Scheduled;",
            "Lio/micronaut/scheduling/annotation/Scheduled;");
    private static final Set<String> SERVLET_METHODS =
            Set.of("service", "doGet", "doPost", "doPut", "doDelete", "doHead", "doPatch", "doFilter");
    private static final List<String> SERVLETS = List.of("Ljakarta/servlet/", "Ljavax/servlet/");

    private Entries() {}

    /** @param application whether the method is of the application: libraries have programs of their own */
    static boolean isEntry(ClassCalls.Method method, boolean application) {
        return isAnnotated(method) || (application && (isMain(method) || isServlet(method)));
    }

    private static boolean isMain(ClassCalls.Method method) {
        return method.name().equals("main")
                && method.descriptor().equals("([Ljava/lang/String;)V")
                && (method.access() & ACC_STATIC) != 0;
    }

    private static boolean isAnnotated(ClassCalls.Method method) {
        for (String annotation : method.annotations()) {
            if (ANNOTATIONS.contains(annotation) || PACKAGES.stream().anyMatch(annotation::startsWith)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isServlet(ClassCalls.Method method) {
        return SERVLET_METHODS.contains(method.name())
                && SERVLETS.stream().anyMatch(beginning -> method.descriptor().startsWith("(" + beginning));
    }
}
