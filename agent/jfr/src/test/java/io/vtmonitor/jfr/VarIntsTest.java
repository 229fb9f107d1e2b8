package io.vtmonitor.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.common.VarInt;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class VarIntsTest {
    private static final long[] NUMBERS = {
        0,
        1,
        127,
        128,
        16_383,
        16_384,
        Integer.MAX_VALUE,
        1L << 55,
        (1L << 56) - 1,
        1L << 56,
        Long.MAX_VALUE,
        -1,
        Long.MIN_VALUE,
        5
    };

    @Test
    void numbers_of_one_to_nine_bytes_are_read_as_they_were_written() {
        byte[] bytes = written();
        long[] read = new long[NUMBERS.length + 2];

        int after = VarInts.read(bytes, 0, read, 2, read.length);

        assertThat(after).isEqualTo(bytes.length);
        assertThat(read).startsWith(0, 0).endsWith(NUMBERS);
    }

    @Test
    void passing_over_numbers_ends_where_reading_them_does() {
        byte[] bytes = new byte[1_000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i % 3 == 0 ? -5 : i % 100);
        }

        for (int count = 0; count < 600; count++) {
            int after = VarInts.read(bytes, 0, new long[count], 0, count);

            assertThat(VarInts.skip(bytes, 0, count, bytes.length)).isEqualTo(after);
        }
    }

    private static byte[] written() {
        byte[] bytes = new byte[NUMBERS.length * VarInt.LONGEST];
        int end = 0;
        for (long number : NUMBERS) {
            end = VarInt.write(bytes, end, number);
        }
        return Arrays.copyOf(bytes, end);
    }
}
