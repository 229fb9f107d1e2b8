package io.vtmonitor.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class ServingTest {
    @Test
    void an_address_of_ipv6_is_served_by_a_url_that_is_one() {
        assertThat(Serving.authority("::1", 9464)).isEqualTo("[::1]:9464");
        assertThat(Serving.authority("[::1]", 9464)).isEqualTo("[::1]:9464");
        assertThat(URI.create("http://" + Serving.authority("::1", 9464) + "/").getPort())
                .isEqualTo(9464);
        assertThat(Serving.authority("127.0.0.1", 0)).isEqualTo("127.0.0.1:0");
        assertThat(Serving.authority("build-host", 80)).isEqualTo("build-host:80");
    }
}
