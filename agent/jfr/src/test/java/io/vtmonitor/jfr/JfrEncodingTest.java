package io.vtmonitor.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class JfrEncodingTest {
    @Test
    void a_number_is_read_up_to_the_last_byte_of_the_buffer_and_no_further() {
        ByteBuffer bytes = ByteBuffer.wrap(new byte[] {9, (byte) 0xac, 2, (byte) 0x85, 0, 7});
        bytes.position(1).limit(4);

        assertThat(JfrEncoding.integer(bytes)).isEqualTo(300);
        assertThat(bytes.position()).isEqualTo(3);
        assertThatThrownBy(() -> JfrEncoding.integer(bytes)).isInstanceOf(BufferUnderflowException.class);
        bytes.limit(5);
        assertThat(JfrEncoding.integer(bytes)).isEqualTo(5);
        assertThatThrownBy(() -> JfrEncoding.integer(bytes)).isInstanceOf(BufferUnderflowException.class);
    }

    @Test
    void a_number_of_nine_bytes_is_read_where_more_follow() {
        ByteBuffer bytes = ByteBuffer.allocate(20);
        for (int i = 0; i < 9; i++) {
            bytes.put((byte) -1);
        }
        bytes.put((byte) 3).rewind();

        assertThat(JfrEncoding.integer(bytes.slice())).isEqualTo(-1);
        bytes.position(9);
        assertThat(JfrEncoding.integer(bytes.slice())).isEqualTo(3);
    }
}
