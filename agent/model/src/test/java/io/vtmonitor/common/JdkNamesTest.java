package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleFinder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdkNamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.catalina.core.StandardHostValve",
                "org.apache.coyote.http11.Http11Processor",
                "org.apache.tomcat.util.net.NioEndpoint",
                "jakarta.servlet.http.HttpServlet",
                "org.eclipse.jetty.server.Server",
                "io.undertow.server.Connectors",
                "org.xnio.nio.WorkerThread",
                "io.netty.channel.AbstractChannelHandlerContext",
                "org.springframework.web.servlet.DispatcherServlet",
                "io.quarkus.virtual.threads.ContextPreservingExecutorService",
                "org.jboss.resteasy.reactive.server.handlers.InvocationHandler",
                "com.acme.Orders$quarkusrestinvoker$get_1f",
                "com.acme.Orders_ClientProxy",
                "com.acme.Orders$$SpringCGLIB$$0",
                "io.helidon.webserver.ConnectionHandler",
                "io.micronaut.http.server.RouteExecutor",
                "io.grpc.internal.ServerImpl",
                "org.glassfish.jersey.server.ServerRuntime",
                "clojure.lang.AFn",
                "groovy.lang.Closure",
                "org.codehaus.groovy.runtime.InvokerHelper",
                "io.reactivex.rxjava3.internal.schedulers.ScheduledDirectTask",
                "com.google.common.util.concurrent.TrustedListenableFutureTask",
                "com.google.common.eventbus.Subscriber",
                "scala.concurrent.impl.Promise$Transformation"
            })
    void frames_of_servers_and_frameworks_are_no_entry(String className) {
        assertThat(JdkNames.isFramework(className)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.util.concurrent.ThreadPoolExecutor$Worker",
                "java.util.concurrent.ThreadPerTaskExecutor",
                "jdk.internal.vm.Continuation",
                "java.util.concurrent.Executors$RunnableAdapter"
            })
    void executors_are_the_jdks(String className) {
        assertThat(JdkNames.isJdk(className)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.acme.OrderController",
                "com.mysql.cj.jdbc.StatementImpl",
                "com.zaxxer.hikari.pool.X",
                "scalable.Main"
            })
    void applications_and_libraries_are_neither(String className) {
        assertThat(JdkNames.isFramework(className)).isFalse();
        assertThat(JdkNames.isJdk(className)).isFalse();
    }

    /** Their packages begin as the JDK's do. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.sun.mail.smtp.SMTPTransport",
                "com.sun.jna.Native",
                "com.sun.faces.application.ApplicationImpl",
                "com.sun.xml.bind.v2.runtime.JAXBContextImpl",
                "javax.persistence.Persistence",
                "javax.servlet.http.HttpServlet",
                "javax.annotation.PostConstruct",
                "javax.xml.bind.JAXBContext",
                "javax.transaction.UserTransaction",
                "javax.security.auth.message.config.AuthConfigFactory",
                "javafx.application.Application",
                "sunny.Day",
                "orders.Order"
            })
    void libraries_under_the_jdk_s_names_are_not_the_jdk_s(String className) {
        assertThat(JdkNames.isJdk(className)).isFalse();
    }

    @Test
    void every_package_of_the_running_jdk_is_the_jdk_s() {
        List<String> packages = ModuleFinder.ofSystem().findAll().stream()
                .filter(module -> module.descriptor().name().matches("(java|jdk)\\..*"))
                .flatMap(module -> module.descriptor().packages().stream())
                .filter(name -> !name.contains("toolbarButtonGraphics")) // pictures
                .filter(name -> !name.equals("javax.security.auth") && !name.equals("javax.xml"))
                .toList();
        assertThat(packages).hasSizeGreaterThan(300).allMatch(name -> JdkNames.isJdk(name + ".X"));
        assertThat(JdkNames.isJdk("javax.security.auth.Subject")).isTrue();
        assertThat(JdkNames.isJdk("javax.xml.XMLConstants")).isTrue();
    }
}
