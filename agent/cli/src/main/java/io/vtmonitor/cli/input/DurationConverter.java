package io.vtmonitor.cli.input;

import io.vtmonitor.common.DurationParser;
import io.vtmonitor.common.Printable;
import java.time.Duration;
import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts durations as users type them: {@code 500us}, {@code 20ms}, {@code 90s}, {@code 5m}, {@code 1h}. */
public final class DurationConverter implements ITypeConverter<Duration> {
    public static final String ACCEPTED = "a number with us, ms, s, m or h";

    /** The description of the option that also records shorter waits for monitors. */
    public static final String OF_MONITORS =
            "For JDK 21 to 23, where waits for a monitor pin: do not record shorter waits for a "
                    + "monitor or for notify; " + ACCEPTED
                    + ", default 20ms.";

    private static final Set<String> UNITS = Set.of("us", "ms", "s", "m", "h");

    @Override
    public Duration convert(String text) {
        return convert(text, ACCEPTED);
    }

    /** @param accepted what the option accepts, in words */
    static Duration convert(String text, String accepted) {
        Duration duration = DurationParser.parse(text, 9, UNITS);
        if (duration == null) {
            throw new TypeConversionException(
                    "'" + Printable.echo(text) + "' is not understood; accepted: " + accepted);
        }
        return duration;
    }
}
