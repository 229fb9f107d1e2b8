package io.vtmonitor.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VarIntTest {
    @ParameterizedTest
    @CsvSource({
        "0, 00",
        "1, 01",
        "127, 7f",
        "128, 8001",
        "300, ac02",
        "16383, ff7f",
        "16384, 808001",
        "2147483647, ffffffff07",
        "72057594037927935, ffffffffffffff7f",
        "72057594037927936, 808080808080808001",
        "9223372036854775807, ffffffffffffffff7f",
        "-1, ffffffffffffffffff",
        "-9223372036854775808, 808080808080808080"
    })
    void a_number_has_seven_bits_in_each_byte_and_all_eight_in_a_ninth(long number, String bytes) {
        byte[] expected = HexFormat.of().parseHex(bytes);
        byte[] written = new byte[VarInt.LONGEST];

        int end = VarInt.write(written, 0, number);

        assertThat(Arrays.copyOf(written, end)).isEqualTo(expected);
        assertThat(VarInt.after(expected, 0)).isEqualTo(expected.length);
        assertThat(VarInt.value(expected, 0, expected.length)).isEqualTo(number);
    }

    /** The JVM leaves room for the size of an event, and fills in what it turned out to be. */
    @ParameterizedTest
    @CsvSource({"5, 85808000", "300, ac828000", "5, 858080808080808000", "0, 808080808080808000"})
    void a_number_may_take_more_bytes_than_it_needs(long number, String bytes) {
        byte[] padded = HexFormat.of().parseHex(bytes);

        assertThat(VarInt.after(padded, 0)).isEqualTo(padded.length);
        assertThat(VarInt.value(padded, 0, padded.length)).isEqualTo(number);
    }

    @Test
    void numbers_one_behind_the_other_are_read_as_they_were_written() {
        Random random = new Random(7);
        long[] numbers = random.longs(10_000)
                .map(number -> number >>> random.nextInt(Long.SIZE))
                .toArray();
        byte[] bytes = new byte[numbers.length * VarInt.LONGEST];
        int end = 0;
        for (long number : numbers) {
            end = VarInt.write(bytes, end, number);
        }
        byte[] exact = Arrays.copyOf(bytes, end);

        long[] read = new long[numbers.length];
        int at = 0;
        for (int i = 0; i < read.length; i++) {
            int after = VarInt.after(exact, at);
            read[i] = VarInt.value(exact, at, after);
            at = after;
        }

        assertThat(read).isEqualTo(numbers);
        assertThat(at).isEqualTo(end);
    }
}
