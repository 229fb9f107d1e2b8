package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;

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
                "org.glassfish.jersey.server.ServerRuntime"
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
    @ValueSource(strings = {"com.acme.OrderController", "com.mysql.cj.jdbc.StatementImpl", "com.zaxxer.hikari.pool.X"})
    void applications_and_libraries_are_neither(String className) {
        assertThat(JdkNames.isFramework(className)).isFalse();
        assertThat(JdkNames.isJdk(className)).isFalse();
    }
}
