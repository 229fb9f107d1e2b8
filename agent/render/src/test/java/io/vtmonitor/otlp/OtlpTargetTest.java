package io.vtmonitor.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where to send and as whom, by an address and the environment. */
class OtlpTargetTest {
    private static final OtlpTarget.Environment EMPTY = new OtlpTarget.Environment(null, null, null);

    @ParameterizedTest
    @CsvSource({
        "http://collector:4318, http://collector:4318",
        "https://otlp.example.com/api/, https://otlp.example.com:443/api",
        "HTTP://[::1]:4318, http://[::1]:4318",
        "http://collector, http://collector:80",
        "http://otel_collector:4318, http://otel_collector:4318",
        "https://otel_collector/api, https://otel_collector:443/api"
    })
    void an_address_is_understood(String address, String shown) {
        assertThat(OtlpTarget.of(address, EMPTY)).hasToString(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "collector:4318",
                "grpc://collector:4317",
                "http://",
                "http://user:word@collector:4318",
                "http://collector:0",
                "http://collector:70000",
                "http://otel_collector:70000",
                "http://user:word@otel_collector:4318",
                "http://collector:4318?key=word",
                "http://a b"
            })
    void what_is_no_address_or_would_show_a_password_is_refused(String address) {
        assertThat(OtlpTarget.of(address, EMPTY)).isNull();
    }

    @Test
    void headers_and_attributes_are_percent_decoded_and_the_service_name_counts_before_its_attribute() {
        OtlpTarget target = target("api-key=a%2Cb, x-b = c", "service.name=other,k=%C3%A9", "shop");

        assertThat(target.headers()).containsOnly(entry("api-key", "a,b"), entry("x-b", "c"));
        assertThat(target.attributes()).contains(entry("service.name", "shop"), entry("k", "é"));
        assertThat(target.faults()).isEmpty();
    }

    @Test
    void without_a_name_the_service_is_called_as_the_specification_says() {
        assertThat(target(null, null, "").attributes()).containsEntry("service.name", "unknown_service:java");
    }

    /** A value with an end of line would be a header of its own. */
    @Test
    void what_is_not_understood_is_left_out_and_reported_without_its_value() {
        OtlpTarget target = target("secret-without-name,a=b%0D%0AHost: evil,b c=secret,d=%zz,ok=1", null, null);

        assertThat(target.headers()).containsOnly(entry("ok", "1"));
        assertThat(target.faults())
                .hasSize(4)
                .allMatch(fault -> fault.matches("OTEL_EXPORTER_OTLP_HEADERS: entry \\d .*"));
        assertThat(target.faults().toString()).doesNotContain("secret", "evil");
        assertThat(target).hasToString("http://collector:4318");
    }

    private static OtlpTarget target(String headers, String attributes, String name) {
        return Objects.requireNonNull(
                OtlpTarget.of("http://collector:4318", new OtlpTarget.Environment(headers, attributes, name)));
    }
}
