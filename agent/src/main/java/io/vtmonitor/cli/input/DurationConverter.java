package io.vtmonitor.cli.input;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Lengths of time as users type them: {@code 500us}, {@code 20ms}, {@code 90s}, {@code 5m}, {@code 1h}. */
public final class DurationConverter implements ITypeConverter<Duration> {
    public static final String ACCEPTED = "a number with us, ms, s, m or h";

    /** What the option says that records shorter waits for monitors. */
    public static final String OF_MONITORS =
            "JDK 21 to 23, where they pin: shorter waits for a monitor or for notify are not" + " recorded; " + ACCEPTED
                    + ", default 20ms.";

    private static final Pattern LENGTH = Pattern.compile("(\\d{1,9})(us|ms|s|m|h)");

    @Override
    public Duration convert(String text) {
        Matcher matcher = LENGTH.matcher(text);
        if (!matcher.matches()) {
            throw new TypeConversionException("'" + text + "' is not understood; accepted: " + ACCEPTED);
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "us" -> Duration.ofNanos(amount * 1_000);
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
    }
}
