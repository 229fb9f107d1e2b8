package io.vtmonitor.spring;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Adds the endpoint, and where {@code management.health.vthreads.enabled=true} the health indicator. */
@AutoConfiguration
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
public final class VirtualThreadsAutoConfiguration {
    private static final String HEALTH = "management.health.vthreads";

    /** Spring's. */
    public VirtualThreadsAutoConfiguration() {}

    /** The endpoint, where it is exposed at all. */
    @Bean
    @ConditionalOnAvailableEndpoint(VirtualThreadsEndpoint.class)
    public VirtualThreadsEndpoint vthreadsEndpoint() {
        return new VirtualThreadsEndpoint(new AgentReport());
    }

    private static VirtualThreadsState state() {
        return new VirtualThreadsState(new AgentReport(), System::nanoTime);
    }

    /** Spring Boot's observations find it among the handlers. Without the agent it does nothing. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "io.micrometer.observation.ObservationHandler")
    static class Requests {
        @Bean
        RequestRoutes vthreadsRequestRoutes() {
            return new RequestRoutes(new AgentRequests());
        }
    }

    /** Spring Boot 3. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
    @ConditionalOnProperty(prefix = HEALTH, name = "enabled", havingValue = "true")
    static class Health3 {
        @Bean
        org.springframework.boot.actuate.health.HealthIndicator vthreadsHealthIndicator() {
            VirtualThreadsState state = state();
            return () -> {
                VirtualThreadsState.Found found = state.check();
                var health = new org.springframework.boot.actuate.health.Health.Builder();
                var status = found.up() == null ? health.unknown() : found.up() ? health.up() : health.down();
                return status.withDetails(found.details()).build();
            };
        }
    }

    /** Spring Boot 4. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
    @ConditionalOnProperty(prefix = HEALTH, name = "enabled", havingValue = "true")
    static class Health4 {
        @Bean
        org.springframework.boot.health.contributor.HealthIndicator vthreadsHealthIndicator() {
            VirtualThreadsState state = state();
            return () -> {
                VirtualThreadsState.Found found = state.check();
                var health = new org.springframework.boot.health.contributor.Health.Builder();
                var status = found.up() == null ? health.unknown() : found.up() ? health.up() : health.down();
                return status.withDetails(found.details()).build();
            };
        }
    }
}
