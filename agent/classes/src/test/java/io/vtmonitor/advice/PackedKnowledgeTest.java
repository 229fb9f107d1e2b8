package io.vtmonitor.advice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class PackedKnowledgeTest {
    @Test
    void what_the_build_packed_is_what_advice_json_says() throws Exception {
        try (InputStream packed = Knowledge.class.getResourceAsStream(PackedKnowledge.NAME)) {
            assertThat(packed).as("the build packs it").isNotNull();
            assertThat(PackedKnowledge.read(packed)).isEqualTo(Knowledge.written());
        }
    }

    @Test
    void packed_and_read_again_it_is_the_same() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PackedKnowledge.write(Knowledge.written(), out);
        assertThat(PackedKnowledge.read(new ByteArrayInputStream(out.toByteArray())))
                .isEqualTo(Knowledge.written());
    }
}
