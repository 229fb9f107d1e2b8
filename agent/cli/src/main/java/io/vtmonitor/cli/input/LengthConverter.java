package io.vtmonitor.cli.input;

import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/** Converts the length of an operation: a plain number means seconds. */
public final class LengthConverter implements ITypeConverter<Duration> {
    public static final String ACCEPTED = "a number of seconds, or one with us, ms, s, m or h";

    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

    @Override
    public Duration convert(String text) {
        return SECONDS.matcher(text).matches()
                ? Duration.ofSeconds(Long.parseLong(text))
                : DurationConverter.convert(text, ACCEPTED);
    }
}
